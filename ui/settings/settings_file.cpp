// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/settings/settings_file.h"

#include "base/settings_text.h"

#include <QFile>
#include <QIODevice>
#include <QStringList>

namespace hl::ui {

namespace {

bool read(QIODevice &device, QSettings::SettingsMap &map)
{
    const QByteArray bytes = device.read(static_cast<qint64>(kMostSettings) + 1);
    const auto settings =
        parseSettings({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    if (!settings)
        return false;
    for (const auto &[key, words] : *settings) {
        QStringList texts;
        for (const std::string &word : words)
            texts << QString::fromStdString(word);
        map.insert(QString::fromStdString(key),
                   texts.size() == 1 ? QVariant(texts.front()) : QVariant(texts));
    }
    return true;
}

bool write(QIODevice &device, const QSettings::SettingsMap &map)
{
    SettingsMap settings;
    for (auto it = map.cbegin(); it != map.cend(); ++it) {
        SettingsWords words;
        if (it->typeId() == QMetaType::QStringList) {
            for (const QString &text : it->toStringList())
                words.push_back(text.toStdString());
        } else if (it->canConvert<QString>()) {
            words.push_back(it->toString().toStdString());
        } else {
            return false;
        }
        settings[it.key().toStdString()] = std::move(words);
    }
    const std::string text = printSettings(settings);
    return device.write(text.data(), static_cast<qint64>(text.size())) ==
           static_cast<qint64>(text.size());
}

} // namespace

QSettings::Format settingsFormat()
{
    static const QSettings::Format format =
        QSettings::registerFormat(QStringLiteral("ini"), read, write, Qt::CaseSensitive);
    return format;
}

Status checkSettingsFile(const QString &path)
{
    const auto settings = readSettings(QFile::encodeName(path).toStdString());
    return settings ? Status{} : fail(settings.error());
}

Status checkSettingsPlace(const QString &path)
{
    Status read = checkSettingsFile(path);
    if (!read && read.error().kind == ErrorKind::Validation)
        return {};
    return read;
}

} // namespace hl::ui
