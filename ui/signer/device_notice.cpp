// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/signer/device_notice.h"

#include "ui/common/formatters.h"
#include "ui/signer/signer_state.h"
#include "ui/signer/signer_words.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace hl::ui {

QLabel *signerLabel(const QString &objectName, FontRole font, Tone tone)
{
    auto *label = new QLabel;
    label->setObjectName(objectName);
    label->setTextFormat(Qt::PlainText); // names come from outside
    label->setWordWrap(true);
    label->setFont(Theme::instance().font(font));
    setLabelTone(label, tone);
    QObject::connect(&Theme::instance(), &Theme::changed, label, [label] {
        setLabelTone(label, static_cast<Tone>(label->property("hlTone").toInt()));
    });
    return label;
}

void setLabelTone(QLabel *label, Tone tone)
{
    label->setProperty("hlTone", static_cast<int>(tone));
    QPalette palette = label->palette();
    palette.setColor(QPalette::WindowText, Theme::instance().color(tone));
    label->setPalette(palette);
}

DeviceNotice::DeviceNotice(WorkspaceState &state, QWidget *parent)
    : QWidget(parent)
    , m_state(state)
    , m_sentence(signerLabel(QStringLiteral("deviceSentence"), FontRole::TextStrong, Tone::Text))
    , m_whatToDo(signerLabel(QStringLiteral("deviceWhatToDo"), FontRole::Text, Tone::TextDim))
    , m_copyText(new QPlainTextEdit)
    , m_offer(new QPushButton)
{
    setObjectName(QStringLiteral("deviceNotice"));
    m_copyText->setObjectName(QStringLiteral("deviceCopyText"));
    m_copyText->setAccessibleName(tr("Text to copy"));
    m_copyText->setReadOnly(true);
    m_copyText->setTabChangesFocus(true);
    m_copyText->setFrameShape(QFrame::NoFrame);
    m_copyText->setFont(Theme::instance().font(FontRole::DigitsSmall));
    m_copyText->setWordWrapMode(QTextOption::WrapAnywhere);
    m_copyText->setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    m_offer->setObjectName(QStringLiteral("deviceOffer"));
    m_offer->setAutoDefault(false);
    connect(m_offer, &QPushButton::clicked, this, &DeviceNotice::act);

    auto *words = new QVBoxLayout;
    words->setSpacing(2);
    words->addWidget(m_sentence);
    words->addWidget(m_whatToDo);
    auto *top = new QHBoxLayout;
    top->setSpacing(12);
    top->addLayout(words, 1);
    top->addWidget(m_offer, 0, Qt::AlignTop);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 8, 10, 8);
    layout->setSpacing(6);
    layout->addLayout(top);
    layout->addWidget(m_copyText);

    connect(&state.signing(), &SignerState::deviceChanged, this, &DeviceNotice::refresh);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
    refresh();
}

void DeviceNotice::setSentence(const QString &sentence, Tone tone, const QString &whatToDo)
{
    m_own = sentence;
    m_ownTone = tone;
    m_ownWhatToDo = whatToDo;
    refresh();
}

QString DeviceNotice::shownText() const
{
    return QString(m_sentence->text() + QLatin1Char('\n') + m_whatToDo->text()).trimmed();
}

void DeviceNotice::refresh()
{
    const engine::DeviceStatus &device = m_state.signing().device();
    const QString sentence = m_own.isEmpty() ? deviceSentence(device) : m_own;
    m_sentence->setText(sentence);
    QString whatToDo = m_ownWhatToDo;
    if (m_own.isEmpty() || (whatToDo.isEmpty() && engine::isDown(device.state)))
        whatToDo = deviceWhatToDo(device);
    m_whatToDo->setText(whatToDo);
    m_whatToDo->setVisible(!whatToDo.isEmpty());
    const QString copy = fmt::fromUtf8(device.copyText);
    m_copyText->setVisible(!copy.isEmpty());
    if (!copy.isEmpty() && m_copyText->toPlainText() != copy)
        m_copyText->setPlainText(copy);
    const QFontMetrics metrics(m_copyText->font());
    m_copyText->setFixedHeight(metrics.lineSpacing() * 3 + 10);
    const QString offer = offerText(device.offer);
    m_offer->setVisible(!offer.isEmpty());
    m_offer->setText(offer);
    m_tone = m_own.isEmpty() ? deviceTone(device.state) : m_ownTone;
    update();
}

void DeviceNotice::act()
{
    engine::EngineApi &engine = m_state.engine();
    switch (m_state.signing().device().offer) {
    case engine::DeviceOffer::None:
        break;
    case engine::DeviceOffer::Retry:
        engine.retryDevice();
        break;
    case engine::DeviceOffer::OpenEthereum:
        engine.openEthereumApp();
        break;
    case engine::DeviceOffer::CopyRule:
        QGuiApplication::clipboard()->setText(m_copyText->toPlainText());
        break;
    case engine::DeviceOffer::Acknowledge:
        engine.acknowledgeBlocked();
        break;
    }
}

void DeviceNotice::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(Tone::Raised));
    painter.drawRoundedRect(rect(), theme.radius(), theme.radius());
    painter.setBrush(theme.color(m_tone));
    painter.drawRoundedRect(QRectF(0, 0, 3, height()), 1.5, 1.5);
}

} // namespace hl::ui
