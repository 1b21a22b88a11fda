// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/header/header_strip.h"

#include "ui/common/formatters.h"
#include "ui/header/market_name.h"
#include "ui/signer/signer_state.h"
#include "ui/signer/signer_words.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>

#include <algorithm>

namespace hl::ui {

using engine::LinkState;
using engine::Network;
using engine::SignerKind;

namespace {

Tone signTone(int sign)
{
    return sign > 0 ? Tone::Bid : (sign < 0 ? Tone::Ask : Tone::Text);
}

} // namespace

HeaderStrip::HeaderStrip(WorkspaceState &state, QWidget *parent) : QWidget(parent), m_state(state)
{
    setObjectName(QStringLiteral("headerStrip"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 0, 12, 1);
    layout->setSpacing(22);
    m_name = new MarketName(this);
    layout->addWidget(m_name);
    layout->addSpacing(8);
    m_mark = figure("headerMark", tr("Mark"), QStringLiteral("110,147.0"));
    m_oracle = figure("headerOracle", tr("Oracle"), QStringLiteral("110,162.0"));
    m_change = figure("headerChange", tr("24 h"), QStringLiteral("+11.84 %"));
    m_volume = figure("headerVolume", tr("Volume"), QStringLiteral("999.9 M"));
    m_interest = figure("headerInterest", tr("Open interest"), QStringLiteral("31,482 BTC"));
    m_funding = figure("headerFunding", tr("Funding"), QStringLiteral("0.0013 %"));
    m_next = figure("headerNextFunding", tr("next in"), QStringLiteral("59:59"));
    for (auto *f : {m_mark, m_oracle, m_change, m_volume, m_interest, m_funding, m_next})
        layout->addWidget(f);
    layout->addStretch(1);
    m_equity = figure("headerEquity", tr("Equity"), QStringLiteral("12,431.22"));
    m_margin = figure("headerMargin", tr("Margin used"), QStringLiteral("18.0 %"));
    m_pnl = figure("headerPnl", tr("Open PnL"), QStringLiteral("+1,041.10"));
    for (auto *f : {m_equity, m_margin, m_pnl})
        layout->addWidget(f);
    m_network = new Pill(QStringLiteral("networkBadge"), this);
    m_emulator = new Pill(QStringLiteral("headerEmulator"), this);
    m_emulator->setContent(tr("EMULATOR"), Tone::Own, std::nullopt, true);
    m_signer = new Pill(QStringLiteral("signerPill"), this);
    m_signer->setCursor(Qt::PointingHandCursor);
    connect(m_signer, &Pill::clicked, this, &HeaderStrip::signerClicked);
    m_link = new Pill(QStringLiteral("connectionBadge"), this);
    m_menuButton = new QPushButton(tr("Menu"), this);
    m_menuButton->setObjectName(QStringLiteral("menuButton"));
    setButtonKind(m_menuButton, ButtonKind::Flat);
    auto *pills = new QHBoxLayout;
    pills->setSpacing(8);
    for (auto *pill : {m_network, m_emulator, m_signer, m_link})
        pills->addWidget(pill, 0, Qt::AlignVCenter);
    pills->addWidget(m_menuButton, 0, Qt::AlignVCenter);
    layout->addLayout(pills);
    m_givesWay = {m_interest, m_volume, m_oracle, m_next,   m_margin,
                  m_funding,  m_pnl,    m_mark,   m_equity, m_change};

    connect(&state, &WorkspaceState::selectedCoinChanged, this, [this] {
        refreshMarket();
        refreshContext();
        refreshPrice();
        refreshAccount();
    });
    connect(&state, &WorkspaceState::instrumentsChanged, this, &HeaderStrip::refreshMarket);
    connect(&state, &WorkspaceState::contextsChanged, this, &HeaderStrip::refreshContext);
    connect(&state, &WorkspaceState::tapeChanged, this, [this](const std::string &coin) {
        if (coin == m_state.selectedCoin())
            refreshPrice();
    });
    connect(&state, &WorkspaceState::accountChanged, this, &HeaderStrip::refreshAccount);
    connect(&state, &WorkspaceState::connectionChanged, this, &HeaderStrip::refreshConnection);
    connect(&state, &WorkspaceState::signerChanged, this, &HeaderStrip::refreshSigner);
    connect(&state.signing(), &SignerState::deviceChanged, this, &HeaderStrip::refreshSigner);
    connect(&state.signing(), &SignerState::modeChanged, this, &HeaderStrip::refreshSigner);
    connect(&state.signing(), &SignerState::reviewChanged, this, &HeaderStrip::refreshSigner);
    connect(&state, &WorkspaceState::heartbeat, this, &HeaderStrip::refreshCountdown);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
    refreshMarket();
    refreshContext();
    refreshPrice();
    refreshAccount();
    refreshConnection();
    refreshSigner();
    refreshCountdown();
}

Figure *HeaderStrip::figure(const char *name, const QString &label, const QString &widest)
{
    return new Figure(QLatin1String(name), label, widest, this);
}

void HeaderStrip::setMenu(QMenu *menu)
{
    m_menuButton->setMenu(menu);
}

QSize HeaderStrip::sizeHint() const
{
    return {800, Theme::instance().marketStripHeight() + 1};
}

QSize HeaderStrip::minimumSizeHint() const
{
    return {320, sizeHint().height()};
}

void HeaderStrip::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::instance();
    QPainter painter(this);
    painter.fillRect(rect(), theme.color(Tone::Raised));
    painter.fillRect(0, height() - 1, width(), 1, theme.color(Tone::Line));
}

void HeaderStrip::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fit();
}

void HeaderStrip::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fit();
}

/// Hides what gives way until the rest fits.
void HeaderStrip::fit()
{
    const bool isPerp = [this] {
        const auto *instrument = m_state.instrument(m_state.selectedCoin());
        return !instrument || instrument->isPerp();
    }();
    int wanted = 16 + 12 + 22;
    const auto add = [&wanted](const QWidget *w) { wanted += w->sizeHint().width(); };
    add(m_name);
    wanted += 30;
    for (auto *w : m_givesWay) {
        const bool perpOnly = w == m_interest || w == m_funding || w == m_next || w == m_oracle;
        w->setVisible(isPerp || !perpOnly);
        if (!w->isHidden()) {
            add(w);
            wanted += 22;
        }
    }
    for (auto *pill : {m_network, m_emulator, m_signer, m_link}) {
        if (!pill->isHidden()) {
            add(pill);
            wanted += 8;
        }
    }
    add(m_menuButton);
    for (auto *w : m_givesWay) {
        if (wanted <= width())
            break;
        if (!w->isHidden()) {
            w->hide();
            wanted -= w->sizeHint().width() + 22;
        }
    }
}

void HeaderStrip::refreshMarket()
{
    const std::string &coin = m_state.selectedCoin();
    const auto *instrument = m_state.instrument(coin);
    if (!instrument) {
        m_name->setMarket(coin.empty() ? QStringLiteral("Touchline") : fmt::fromUtf8(coin), {}, {});
        fit();
        return;
    }
    QString above;
    QString below;
    const QString quote = fmt::fromUtf8(instrument->quoteToken);
    switch (instrument->grid.kind) {
    case MarketKind::Perp:
        above = instrument->maxLeverage > 0 ? tr("%1× · %2").arg(instrument->maxLeverage).arg(quote)
                                            : quote;
        below = instrument->dex.empty() ? tr("perp")
                                        : tr("perp · %1").arg(fmt::fromUtf8(instrument->dex));
        break;
    case MarketKind::Spot:
        above = tr("spot · %1").arg(quote);
        below = fmt::fromUtf8(instrument->coin);
        break;
    case MarketKind::Outcome:
        above = tr("outcome");
        below = fmt::fromUtf8(instrument->coin);
        break;
    }
    if (instrument->isDelisted)
        below = tr("delisted");
    m_name->setMarket(
        fmt::fromUtf8(instrument->displayName.empty() ? coin : instrument->displayName), above,
        below);
    fit();
}

void HeaderStrip::refreshPrice()
{
    const TradeTape &tape = m_state.tape(m_state.selectedCoin());
    if (!tape.trades.empty()) {
        const auto &last = tape.trades.back();
        m_name->setPrice(fmt::pxText(last.px, tape.grid), last.isBuy ? Tone::Bid : Tone::Ask);
        return;
    }
    const auto *context = m_state.context(m_state.selectedCoin());
    const auto *instrument = m_state.instrument(m_state.selectedCoin());
    if (context && context->mark && instrument)
        m_name->setPrice(fmt::priceText(*context->mark, instrument->grid), Tone::Text);
    else
        m_name->setPrice({}, Tone::Text);
}

void HeaderStrip::refreshContext()
{
    const auto *context = m_state.context(m_state.selectedCoin());
    const auto *instrument = m_state.instrument(m_state.selectedCoin());
    const Grid grid = instrument ? instrument->grid : Grid{};
    const auto price = [grid](const std::optional<Decimal> &value) {
        return value ? fmt::priceText(*value, grid) : fmt::none();
    };
    if (!context) {
        for (auto *f : {m_mark, m_oracle, m_change, m_volume, m_interest, m_funding})
            f->setValue(fmt::none(), Tone::TextDim);
        return;
    }
    m_mark->setValue(price(context->mark));
    m_oracle->setValue(price(context->oracle));
    const auto change = context->dayChange();
    m_change->setValue(change ? fmt::signedPercent(*change) : fmt::none(),
                       change ? signTone(change->sign()) : Tone::TextDim);
    m_volume->setValue(context->dayNtlVlm ? fmt::compact(*context->dayNtlVlm) : fmt::none());
    const QString base = instrument ? fmt::fromUtf8(instrument->displayName) : QString();
    m_interest->setValue(context->openInterest
                             ? fmt::decimalText(*context->openInterest, 0) + u' ' + base
                             : fmt::none());
    m_funding->setValue(context->funding ? fmt::percent(*context->funding, 4) : fmt::none(),
                        context->funding ? signTone(context->funding->sign()) : Tone::TextDim);
    if (m_state.tape(m_state.selectedCoin()).trades.empty())
        refreshPrice();
    fit();
}

void HeaderStrip::refreshCountdown()
{
    // Funding is paid on the hour of the venue's clock.
    constexpr TimeMs kHourMs = 3'600'000;
    const TimeMs venue = m_state.clock().wallMs() + m_state.connection().clockOffsetMs.value_or(0);
    m_next->setValue(fmt::countdownText((kHourMs - venue % kHourMs) / 1000));
}

void HeaderStrip::refreshAccount()
{
    const auto &account = m_state.account();
    const auto *instrument = m_state.instrument(m_state.selectedCoin());
    const std::string dex = instrument ? instrument->dex : std::string();
    const model::MarginSummary *margin = nullptr;
    for (const auto &m : account.margins) {
        if (m.dex == dex || !margin)
            margin = m.dex == dex ? &m : (margin ? margin : &m);
    }
    if (!margin) {
        for (auto *f : {m_equity, m_margin, m_pnl})
            f->setValue(fmt::none(), Tone::TextDim);
        return;
    }
    m_equity->setValue(fmt::money(margin->accountValue));
    const auto used =
        margin->accountValue.sign() > 0
            ? Decimal::div(margin->totalMarginUsed, margin->accountValue, 6, Rounding::HalfEven)
            : fail(ErrorKind::Validation, "no equity");
    m_margin->setValue(used ? fmt::percent(*used, 1) : fmt::none());
    Decimal pnl;
    for (const auto &position : account.positions) {
        if (position.dex == margin->dex)
            pnl = pnl + position.unrealizedPnl;
    }
    m_pnl->setValue(fmt::signedMoney(pnl), signTone(pnl.sign()));
    fit();
}

void HeaderStrip::refreshConnection()
{
    const auto &status = m_state.connection();
    switch (status.network) {
    case Network::Mainnet:
        m_network->setContent(tr("mainnet"), Tone::TextDim, std::nullopt, false);
        break;
    case Network::Testnet:
        m_network->setContent(tr("TESTNET"), Tone::Unknown, std::nullopt, true);
        break;
    case Network::Demo:
        m_network->setContent(tr("PRACTICE"), Tone::Own, std::nullopt, true);
        break;
    case Network::Replay:
        m_network->setContent(tr("REPLAY"), Tone::Unknown, std::nullopt, true);
        break;
    }
    const QString ping = status.pingMs >= 0 ? tr(" · %1 ms").arg(status.pingMs) : QString();
    switch (status.link) {
    case LinkState::Live:
        m_link->setContent(tr("live") + ping, Tone::Text, Tone::Bid, false);
        break;
    case LinkState::Connecting:
        m_link->setContent(tr("connecting"), Tone::TextDim, Tone::TextFaint, false);
        break;
    case LinkState::Degraded:
        m_link->setContent(tr("degraded") + ping, Tone::Text, Tone::Ask, false);
        break;
    case LinkState::Offline:
        m_link->setContent(tr("offline"), Tone::Text, Tone::Ask, false);
        break;
    case LinkState::Ended:
        m_link->setContent(tr("ended"), Tone::TextDim, Tone::TextFaint, false);
        break;
    }
    m_link->setToolTip(fmt::fromUtf8(status.detail));
    fit();
}

void HeaderStrip::refreshSigner()
{
    const auto &signer = m_state.signer();
    const QString name = fmt::fromUtf8(signer.name);
    QString text;
    switch (signer.kind) {
    case SignerKind::None:
        text = tr("watch only");
        break;
    case SignerKind::LocalKey:
        text = name.isEmpty() ? tr("local key") : tr("key %1").arg(name);
        break;
    case SignerKind::Agent:
        text = name.isEmpty() ? tr("agent") : tr("agent %1").arg(name);
        break;
    case SignerKind::Ledger:
        text = name.isEmpty() ? tr("Ledger") : tr("Ledger %1").arg(name);
        break;
    case SignerKind::Emulator:
        text = tr("device emulator");
        break;
    }
    if (signer.validUntil) {
        const TimeMs left = *signer.validUntil - m_state.clock().wallMs();
        text += tr(" · %1").arg(left > 0 ? fmt::durationText(left * 1'000'000) : tr("expired"));
    }
    if (!signer.account.isZero())
        text += tr(" · %1").arg(fmt::fromUtf8(signer.account.shortened()));
    showSignerPill(text);
    fit();
}

/// The way to trade and what the device is about are always in the pill (D1).
void HeaderStrip::showSignerPill(QString text)
{
    const auto &signer = m_state.signer();
    const SignerState &signing = m_state.signing();
    const engine::DeviceStatus &device = signing.device();
    m_emulator->setVisible(device.isEmulator || signer.kind == SignerKind::Emulator);
    const bool canTrade = signer.kind != SignerKind::None;
    Tone tone = canTrade ? Tone::Text : Tone::TextDim;
    Tone dot = canTrade ? Tone::Bid : Tone::TextFaint;
    QString tip = fmt::fromUtf8(signer.account.toString());
    if (engine::isDown(device.state) || device.state == engine::DeviceState::Reviewing ||
        device.state == engine::DeviceState::OpeningApp) {
        const auto waiting = static_cast<int>(signing.queued().size());
        text = waiting > 0
                   ? tr("device: %1, %n more", nullptr, waiting).arg(deviceHeading(device.state))
                   : tr("device: %1").arg(deviceHeading(device.state));
        tone = dot = deviceTone(device.state);
        tip +=
            QLatin1Char('\n') + deviceSentence(device) + QLatin1Char(' ') + deviceWhatToDo(device);
    }
    if (const QString mode = modeShort(signing.mode()); !mode.isEmpty()) {
        text = tr("%1 · %2").arg(mode, text);
        tip += QLatin1Char('\n') + modeWords(signing.mode());
    }
    m_signer->setContent(text, tone, dot, device.state == engine::DeviceState::Blocked);
    m_signer->setToolTip(tip);
}

} // namespace hl::ui
