// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/ladder/size_bar.h"

#include "ui/common/formatters.h"
#include "ui/common/theme.h"

#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QPainter>

namespace hl::ui {

PresetButton::PresetButton(QWidget *parent) : QPushButton(parent)
{
    setFocusPolicy(Qt::NoFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void PresetButton::show(const QString &coin, const QString &quote, const QString &problem,
                        bool isChosen)
{
    if (coin == m_coin && quote == m_quote && problem == m_problem && isChosen == m_isChosen)
        return;
    m_coin = coin;
    m_quote = quote;
    m_problem = problem;
    m_isChosen = isChosen;
    const QString words = problem.isEmpty() ? tr("size %1, %2").arg(coin, quote)
                                            : tr("size %1: %2").arg(coin, problem);
    setAccessibleName(isChosen ? tr("%1, chosen").arg(words) : words);
    setToolTip(tr("%1\nRight click to change it").arg(words));
    update();
}

QSize PresetButton::sizeHint() const
{
    const QFontMetrics small(Theme::instance().font(FontRole::DigitsSmall));
    return {48, 2 * small.height() + 6};
}

void PresetButton::contextMenuEvent(QContextMenuEvent *event)
{
    event->accept();
    Q_EMIT editAsked();
}

void PresetButton::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF box = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.setPen(QPen(theme.color(m_isChosen ? Tone::Accent : Tone::Line), 1));
    painter.setBrush(m_isChosen                 ? theme.over(Tone::Accent, 14)
                     : underMouse() || isDown() ? theme.color(Tone::Raised)
                                                : theme.color(Tone::Panel));
    painter.drawRoundedRect(box, 4, 4);
    painter.setFont(theme.font(FontRole::DigitsSmall));
    const QFontMetrics metrics = painter.fontMetrics();
    const int width = this->width() - 6;
    const QRect upper(3, 3, width, metrics.height());
    painter.setPen(theme.color(isUsable() ? Tone::Text : Tone::TextFaint));
    painter.drawText(upper, Qt::AlignCenter, metrics.elidedText(m_coin, Qt::ElideRight, width));
    painter.setPen(theme.color(Tone::TextFaint));
    painter.drawText(
        upper.translated(0, metrics.height()), Qt::AlignCenter,
        metrics.elidedText(isUsable() ? m_quote : tr("min. %1").arg(10), Qt::ElideRight, width));
}

SizeBar::SizeBar(WorkspaceState &state, LadderDesk &desk, Dialogs &dialogs, QWidget *parent)
    : QWidget(parent)
    , m_state(state)
    , m_desk(desk)
    , m_dialogs(dialogs)
{
    setObjectName(QStringLiteral("ladderSizes"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(6, 0, 6, 4);
    layout->setSpacing(4);
    for (std::size_t i = 0; i < m_buttons.size(); ++i) {
        auto *button = new PresetButton(this);
        button->setObjectName(QStringLiteral("ladderPreset%1").arg(i + 1));
        connect(button, &QPushButton::clicked, this, [this, i] { m_desk.choosePreset(i); });
        connect(button, &PresetButton::editAsked, this, [this, i] { edit(i); });
        layout->addWidget(button, 1);
        m_buttons[i] = button;
    }
    m_tif = new QPushButton(this);
    m_tif->setObjectName(QStringLiteral("ladderTif"));
    m_tif->setFocusPolicy(Qt::NoFocus);
    setButtonKind(m_tif, ButtonKind::Flat);
    m_tif->setToolTip(tr("What a plain click is: post only never takes, Gtc may"));
    connect(m_tif, &QPushButton::clicked, this, [this] {
        m_desk.setPlainTif(m_desk.plainTif() == model::Tif::Alo ? model::Tif::Gtc
                                                                : model::Tif::Alo);
    });
    layout->addWidget(m_tif);
    connect(&desk, &LadderDesk::sizeChanged, this, &SizeBar::refresh);
    connect(&state, &WorkspaceState::contextsChanged, this,
            [this](const std::vector<market::AssetCtx> &changed) {
                for (const auto &context : changed) {
                    if (context.coin == m_desk.coin())
                        return refresh();
                }
            });
    connect(&state, &WorkspaceState::accountChanged, this, &SizeBar::refresh);
    connect(&state, &WorkspaceState::instrumentsChanged, this, &SizeBar::refresh);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
    refresh();
}

void SizeBar::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

void SizeBar::refresh()
{
    if (!isVisible())
        return;
    const auto *instrument = m_state.instrument(m_desk.coin());
    const auto &presets = m_desk.hub().presets(m_desk.coin());
    for (std::size_t i = 0; i < m_buttons.size(); ++i) {
        const PresetSize size = instrument ? m_desk.presetNow(i, model::Side::Buy) : PresetSize{};
        const QString coin = instrument && size.sz.lots > 0
                                 ? fmt::szPlain(size.sz, instrument->grid)
                                 : presetText(presets[i]);
        const QString quote = size.value ? fmt::money(*size.value, 0) : presetText(presets[i]);
        m_buttons[i]->show(coin, quote, instrument ? size.problem : QString(),
                           m_desk.chosenPreset() == i);
    }
    m_tif->setText(m_desk.plainTif() == model::Tif::Alo ? tr("Post") : tr("Gtc"));
    m_tif->setAccessibleName(m_desk.plainTif() == model::Tif::Alo ? tr("plain clicks are post only")
                                                                  : tr("plain clicks are Gtc"));
}

void SizeBar::edit(std::size_t index)
{
    const std::string coin = m_desk.coin();
    m_dialogs.askText(
        this, tr("Size %1 of %2").arg(index + 1).arg(fmt::fromUtf8(coin)),
        tr("Coins (0.05), quote (500 $) or share of the equity (25 %)"),
        presetText(m_desk.hub().presets(coin)[index]), [this, coin, index](const QString &text) {
            if (const auto preset = parsePreset(text))
                m_desk.hub().setPreset(coin, index, *preset);
            else
                m_state.raiseNotice(engine::NoticeLevel::Warning,
                                    tr("\"%1\" is no size: write 0.05, 500 $ or 25 %.").arg(text),
                                    QStringLiteral("ladder"));
        });
}

} // namespace hl::ui
