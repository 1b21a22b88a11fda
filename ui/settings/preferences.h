// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/theme.h"

#include <QObject>
#include <QString>

#include <optional>

namespace hl::ui {

class Shortcuts;

/// What a person chose once for every layout: theme, size of text, shortcuts and ladder keys, and
/// that the guide was shown. One file, preferences.ini of the profile, version 1, written at each
/// change. A file of another version, or one that is no settings file, is left as it is: the
/// standard counts, nothing is saved, problem() says so. GUI thread.
class Preferences final : public QObject
{
    Q_OBJECT

public:
    static constexpr int kVersion = 1;

    /// An empty name: nothing is read or kept.
    explicit Preferences(QString file, QObject *parent = nullptr);

    /// A sentence; empty where all is well.
    const QString &problem() const { return m_problem; }
    /// There was no file when this was made.
    bool isFresh() const { return m_isFresh; }

    std::optional<ThemeId> theme() const { return m_theme; }
    void setTheme(ThemeId theme);
    /// Counts from the next start.
    int textPercent() const { return m_textPercent; }
    void setTextPercent(int percent);
    bool isGuideShown() const { return m_isGuideShown; }
    void setGuideShown();

    void restoreKeys(Shortcuts &shortcuts) const;
    void saveKeys(const Shortcuts &shortcuts);

Q_SIGNALS:
    /// The file cannot be written; what was chosen counts until the end.
    void failed(const QString &sentence);

private:
    bool mayWrite() const { return !m_file.isEmpty() && m_problem.isEmpty(); }
    template <class Write>
    void write(Write write);

    QString m_file;
    QString m_problem;
    bool m_isFresh = true;
    std::optional<ThemeId> m_theme;
    int m_textPercent = 100;
    bool m_isGuideShown = false;
};

} // namespace hl::ui
