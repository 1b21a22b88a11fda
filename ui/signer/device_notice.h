// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/theme.h"
#include "ui/common/workspace_state.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace hl::ui {

/// What is the case with the device and what to do about it, with the button that does it. One
/// widget for review, signer panel and wizard, so that a state has the same words everywhere.
class DeviceNotice final : public QWidget
{
    Q_OBJECT

public:
    explicit DeviceNotice(WorkspaceState &state, QWidget *parent = nullptr);

    /// Shown in place of the device's own sentence and advice, in `tone`. Where the device has a
    /// problem its advice and button stay.
    void setSentence(const QString &sentence, Tone tone, const QString &whatToDo = {});
    void clearSentence() { setSentence({}, Tone::Text); }
    QString shownText() const;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void refresh();
    void act();

    WorkspaceState &m_state;
    QString m_own;
    QString m_ownWhatToDo;
    Tone m_ownTone = Tone::Text;
    Tone m_tone = Tone::TextFaint;
    QLabel *m_sentence = nullptr;
    QLabel *m_whatToDo = nullptr;
    QPlainTextEdit *m_copyText = nullptr;
    QPushButton *m_offer = nullptr;
};

/// Colours and wraps a label; the one way labels of the signer parts are made.
QLabel *signerLabel(const QString &objectName, FontRole font, Tone tone);
void setLabelTone(QLabel *label, Tone tone);

} // namespace hl::ui
