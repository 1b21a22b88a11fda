// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/common/error_text.h"

#include <QCoreApplication>

namespace hl::ui {

namespace {

struct ErrorText
{
    Q_DECLARE_TR_FUNCTIONS(hl::ui::ErrorText)
};

/// "sentence: detail." without doubling points.
QString with(const QString &sentence, const QString &detail)
{
    QString text = detail.isEmpty() ? sentence : QString(sentence + QLatin1String(": ") + detail);
    if (!text.endsWith(QLatin1Char('.')) && !text.endsWith(QLatin1Char('!')) &&
        !text.endsWith(QLatin1Char('?')))
        text += QLatin1Char('.');
    return text;
}

} // namespace

QString fieldName(const std::string &field)
{
    if (field == "px")
        return ErrorText::tr("Price");
    if (field == "sz")
        return ErrorText::tr("Size");
    if (field == "triggerPx")
        return ErrorText::tr("Trigger");
    if (field == "coin")
        return ErrorText::tr("Market");
    if (field == "leverage")
        return ErrorText::tr("Leverage");
    if (field == "reduceOnly")
        return ErrorText::tr("Reduce only");
    if (field == "book")
        return ErrorText::tr("Book");
    if (field == "signer")
        return ErrorText::tr("Signer");
    return QString::fromStdString(field);
}

QString errorText(const Error &error)
{
    const QString detail = QString::fromStdString(error.detail).trimmed();
    switch (error.kind) {
    case ErrorKind::Validation:
    case ErrorKind::Parse: {
        const QString field = fieldName(error.field);
        if (field.isEmpty())
            return detail.isEmpty() ? ErrorText::tr("The request is not valid.") : with(detail, {});
        return with(field, detail.isEmpty() ? ErrorText::tr("not valid") : detail);
    }
    case ErrorKind::Transport:
        return with(ErrorText::tr("Not sent, the connection failed"), detail);
    case ErrorKind::RateLimited:
        return with(ErrorText::tr("Not sent, the venue's request limit is reached"), detail);
    case ErrorKind::VenueRejected:
        return with(ErrorText::tr("The venue refused it"), detail);
    case ErrorKind::Signature:
        return with(ErrorText::tr("Not sent, the signature does not prove the right signer"),
                    detail);
    case ErrorKind::DeviceAbsent:
        return with(ErrorText::tr("Not placed, the device is not there"), detail);
    case ErrorKind::DeviceDenied:
        return with(ErrorText::tr("Not placed, this user may not open the device"), detail);
    case ErrorKind::DeviceLocked:
        return with(ErrorText::tr("Not placed, the device is locked; enter its PIN"), detail);
    case ErrorKind::DeviceWrongApp:
        return with(ErrorText::tr("Not placed, another app is open on the device"), detail);
    case ErrorKind::DeviceRefused:
        return with(ErrorText::tr("Not placed, it was refused on the device"), detail);
    case ErrorKind::Timeout:
        return with(ErrorText::tr("No answer in time"), detail);
    case ErrorKind::UnknownOutcome:
        return with(
            ErrorText::tr(
                "It was sent and nothing proves the outcome yet; the order is Unknown until "
                "the venue says more"),
            detail);
    case ErrorKind::Cancelled:
        return with(ErrorText::tr("Stopped before it was sent"), detail);
    case ErrorKind::Internal:
        return with(ErrorText::tr("A fault in this program"), detail);
    }
    return with(ErrorText::tr("Failed"), detail);
}

} // namespace hl::ui
