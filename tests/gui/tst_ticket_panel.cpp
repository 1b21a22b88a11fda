// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/panel_fixture.h"
#include "ui/common/panel_dock.h"
#include "ui/ticket/leverage_dialog.h"
#include "ui/ticket/number_field.h"
#include "ui/ticket/review_dialog.h"
#include "ui/ticket/ticket_context.h"
#include "ui/ticket/ticket_panel.h"

#include <QAbstractButton>
#include <QLabel>
#include <QMainWindow>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

using namespace hl;
using namespace hl::ui;
using hl::test::dec;
using hl::test::PanelFixture;
using hl::test::px;
using hl::test::sz;

namespace {

struct Window
{
    PanelFixture f;
    QMainWindow window;
    TicketPanel *panel = new TicketPanel(f.state);

    Window()
    {
        window.addDockWidget(Qt::TopDockWidgetArea, new PanelDock(panel));
        window.resize(240, 640);
        window.show();
        window.activateWindow();
        QApplication::setActiveWindow(&window);
    }

    template <class T>
    T *find(const char *name)
    {
        return window.findChild<T *>(QString::fromLatin1(name));
    }
    NumberField *price() { return find<NumberField>("priceField"); }
    NumberField *size() { return find<NumberField>("sizeField"); }
    NumberField *trigger() { return find<NumberField>("triggerField"); }
    QString fact(const char *name) { return find<QLabel>(name)->text(); }
    QString issue() { return find<QLabel>("ticketIssue")->text(); }
    QAbstractButton *submit() { return find<QAbstractButton>("reviewButton"); }
    ReviewDialog *review() { return window.findChild<ReviewDialog *>(); }
    void click(const char *name) { QTest::mouseClick(find<QAbstractButton>(name), Qt::LeftButton); }
    void type(NumberField *field, const char *text)
    {
        field->setFocus();
        field->selectAll();
        QTest::keyClick(field, Qt::Key_Backspace);
        QTest::keyClicks(field, QString::fromUtf8(text));
    }
};

} // namespace

class TestTicketPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp); }

    void typePriceCtrlReturnAndReturnPlaceExactlyOneOrder()
    {
        Window w;
        w.type(w.price(), "110,143");
        w.type(w.size(), "0.05");
        QTest::keyClick(w.size(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY(w.review());
        QVERIFY(w.f.engine.placed.empty());
        QCOMPARE(w.review()->findChild<QLabel *>(QStringLiteral("reviewAction"))->text(),
                 QStringLiteral("Buy 0.05000 BTC at 110,143 or better, post only"));
        QCOMPARE(w.review()->findChild<QLabel *>(QStringLiteral("reviewWirePx"))->text(),
                 QStringLiteral("110143"));
        QCOMPARE(w.review()->findChild<QLabel *>(QStringLiteral("reviewWireSz"))->text(),
                 QStringLiteral("0.05"));
        QTest::keyClick(w.review(), Qt::Key_Return);
        QCOMPARE(w.f.engine.placed.size(), 1U);
        const model::OrderTicket &ticket = w.f.engine.placed[0].ticket;
        QCOMPARE(ticket.coin, std::string("BTC"));
        QCOMPARE(ticket.side, model::Side::Buy);
        QCOMPARE(ticket.kind, model::OrderKind::Limit);
        QCOMPARE(ticket.px.ticks, px("110143").ticks);
        QCOMPARE(ticket.sz.lots, sz("0.05").lots);
        QCOMPARE(ticket.tif, model::Tif::Alo);
        QVERIFY(!ticket.reduceOnly);
        QTRY_VERIFY(!w.review());
        QCOMPARE(w.f.engine.orderCommands(), 1U);
    }

    void L30_returnNeverSendsFromANumberField()
    {
        Window w;
        w.f.engine.expectNoOrders();
        w.type(w.price(), "110143");
        w.type(w.size(), "0.05");
        for (NumberField *field : {w.price(), w.size()}) {
            field->setFocus();
            QTest::keyClick(field, Qt::Key_Return);
            QTest::keyClick(field, Qt::Key_Enter);
        }
        QVERIFY(!w.review());
    }

    void theKeyThatOpensTheReviewDoesNotApproveIt()
    {
        Window w;
        w.f.engine.expectNoOrders();
        w.type(w.price(), "110143");
        w.type(w.size(), "0.05");
        QTest::keyClick(w.size(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY(w.review());
        QTest::keyClick(w.review(), Qt::Key_Return, Qt::ControlModifier);
        QKeyEvent repeat(QEvent::KeyPress, Qt::Key_Return, Qt::NoModifier, QString(), true);
        QApplication::sendEvent(w.review(), &repeat);
        QVERIFY(w.review());
        QTest::keyClick(w.review(), Qt::Key_Escape);
        QTRY_VERIFY(!w.review());
    }

    void L29_arrowsStepValidPrices()
    {
        Window w;
        w.type(w.price(), "99998");
        QTest::keyClick(w.price(), Qt::Key_Up);
        QCOMPARE(w.price()->text(), QStringLiteral("99,999"));
        QTest::keyClick(w.price(), Qt::Key_Up, Qt::ShiftModifier);
        QCOMPARE(w.price()->text(), QStringLiteral("100,009"));
        QTest::keyClick(w.price(), Qt::Key_Down);
        QCOMPARE(w.price()->text(), QStringLiteral("100,008"));
        QTest::keyClick(w.price(), Qt::Key_Up, Qt::ControlModifier);
        QCOMPARE(w.price()->text(), QStringLiteral("110,146"));
        QTest::keyClicks(w.price(), QStringLiteral("a"));
        QCOMPARE(w.price()->text(), QStringLiteral("110,147"));
        QTest::keyClicks(w.price(), QStringLiteral("b"));
        QCOMPARE(w.price()->text(), QStringLiteral("110,146"));
        w.type(w.price(), "-0.2%");
        QTest::keyClick(w.price(), Qt::Key_Return);
        QCOMPARE(w.price()->text(), QStringLiteral("109,925"));
        w.type(w.price(), "+5t");
        QTest::keyClick(w.price(), Qt::Key_Return);
        QCOMPARE(w.price()->text(), QStringLiteral("110,151"));
    }

    void L29_anOffGridPriceOffersItsNeighboursByOneKeyEach()
    {
        Window w;
        w.f.engine.expectNoOrders();
        w.type(w.size(), "0.05");
        w.type(w.price(), "110143.25");
        QVERIFY(w.issue().contains(QStringLiteral("off the grid")));
        QVERIFY(w.price()->isRefused());
        QVERIFY(!w.submit()->isEnabled());
        QCOMPARE(w.find<QAbstractButton>("neighbourLower")->text(), QStringLiteral("‹ 110,143"));
        QCOMPARE(w.find<QAbstractButton>("neighbourUpper")->text(), QStringLiteral("110,144 ›"));
        QTest::keyClick(w.price(), Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(!w.review());
        QCOMPARE(w.price()->text(), QStringLiteral("110,143.25")); // nothing rounded silently
        QTest::keyClicks(w.price(), QStringLiteral(">"));
        QCOMPARE(w.price()->text(), QStringLiteral("110,144"));
        w.type(w.price(), "110143.25");
        QTest::keyClicks(w.price(), QStringLiteral("<"));
        QCOMPARE(w.price()->text(), QStringLiteral("110,143"));
        QVERIFY(w.submit()->isEnabled());
    }

    void L29_aDecimalCommaIsRefused()
    {
        Window w;
        w.type(w.price(), "110143");
        w.type(w.size(), "1,5");
        QVERIFY(w.issue().contains(QStringLiteral("thousands")));
        QVERIFY(!w.submit()->isEnabled());
    }

    void refusals_data()
    {
        QTest::addColumn<QString>("price");
        QTest::addColumn<QString>("size");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("too small") << "110143"
                                   << "0.00001"
                                   << "minimum is 10 USDC";
        QTest::newRow("post-only crosses") << "110147"
                                           << "0.05"
                                           << "best ask is 110,147";
        QTest::newRow("zero price") << "0"
                                    << "0.05"
                                    << "above zero";
        QTest::newRow("zero size") << "110143"
                                   << "0"
                                   << "above zero";
        QTest::newRow("less than a lot") << "110143"
                                         << "0.000001"
                                         << "Less than one lot";
        QTest::newRow("no price") << ""
                                  << "0.05"
                                  << "Type a price";
        QTest::newRow("no size") << "110143"
                                 << ""
                                 << "Type a size";
    }

    void refusals()
    {
        QFETCH(QString, price);
        QFETCH(QString, size);
        QFETCH(QString, sentence);
        Window w;
        w.f.engine.expectNoOrders();
        w.type(w.price(), price.toLatin1().constData());
        w.type(w.size(), size.toLatin1().constData());
        QVERIFY2(w.issue().contains(sentence), qPrintable(w.issue()));
        QVERIFY(!w.submit()->isEnabled());
        QVERIFY(!w.submit()->toolTip().isEmpty());
        QTest::keyClick(w.size(), Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(!w.review());
    }

    /// cases.md B02: floored to the lot, and said.
    void aSizeFinerThanTheLotIsFlooredAndSaid()
    {
        Window w;
        w.type(w.price(), "110143");
        w.type(w.size(), "0.0500071");
        QVERIFY(w.issue().contains(QStringLiteral("0.05 is used")));
        QVERIFY(w.submit()->isEnabled());
        QCOMPARE(w.panel->form().reading().ticket->sz.lots, sz("0.05").lots);
    }

    void theSummaryIsExact()
    {
        Window w;
        w.type(w.price(), "110143");
        w.type(w.size(), "0.05");
        QCOMPARE(w.fact("factValue"), QStringLiteral("5,507.15"));
        QCOMPARE(w.fact("factFee"), QStringLiteral("0.83")); // 5,507.15 × 0.015 %
        QCOMPARE(w.fact("factMargin"),
                 QStringLiteral("550.72")); // rounded up at 8, shown half-even
        QCOMPARE(w.fact("factBest"), QStringLiteral("−3"));
    }

    void L30_marketShowsItsCapAsAPrice()
    {
        Window w;
        w.type(w.size(), "0.05");
        w.click("typeMarket");
        // 0.5 % past the best ask of a deep market, outward: 110,147 × 1.005 = 110,697.735.
        QCOMPARE(w.price()->text(), QStringLiteral("110,698"));
        QVERIFY(w.price()->isReadOnly());
        w.click("sideSell");
        QCOMPARE(w.price()->text(), QStringLiteral("109,595")); // 110,146 × 0.995 = 109,595.27
        QTest::keyClick(w.size(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY(w.review());
        QTest::keyClick(w.review(), Qt::Key_Return);
        QCOMPARE(w.f.engine.placed.size(), 1U);
        QCOMPARE(w.f.engine.placed[0].ticket.kind, model::OrderKind::Market);
        QCOMPARE(w.f.engine.placed[0].ticket.px.ticks, px("109595").ticks);
    }

    void L30_aStopOnTheWrongSideIsToldAtOnce()
    {
        Window w;
        w.type(w.size(), "0.05");
        w.click("sideSell");
        w.click("typeStop");
        w.type(w.trigger(), "110200");
        QVERIFY2(w.issue().contains(QStringLiteral("below the mark")), qPrintable(w.issue()));
        QVERIFY(!w.submit()->isEnabled());
        w.type(w.trigger(), "107900");
        QCOMPARE(w.price()->text(), QStringLiteral("97,110")); // worst fill 10 % past the trigger
        QVERIFY(w.submit()->isEnabled());
        w.type(w.trigger(), "98000"); // beyond the liquidation price 98,412: said, not refused
        QVERIFY2(w.issue().contains(QStringLiteral("liquidation")), qPrintable(w.issue()));
        QVERIFY(w.submit()->isEnabled());
        QTest::keyClick(w.trigger(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY(w.review());
        QTest::keyClick(w.review(), Qt::Key_Return);
        const model::OrderTicket &ticket = w.f.engine.placed.at(0).ticket;
        QCOMPARE(ticket.kind, model::OrderKind::Trigger);
        QVERIFY(ticket.reduceOnly);
        QVERIFY(ticket.trigger && ticket.trigger->isMarket);
        QCOMPARE(ticket.trigger->tpsl, model::TpSl::Sl);
        QCOMPARE(ticket.trigger->triggerPx.ticks, px("98000").ticks);
        QCOMPARE(ticket.px.ticks, px("88200").ticks);
    }

    void L17_switchingMarketClearsPriceAndSize()
    {
        Window w;
        w.type(w.price(), "110143");
        w.type(w.size(), "0.05");
        w.f.state.selectCoin("ETH");
        QCOMPARE(w.price()->text(), QString());
        QCOMPARE(w.size()->text(), QString());
        QCOMPARE(w.panel->form().coin(), std::string("ETH"));
    }

    void focusOnThePanelGoesToItsFirstField()
    {
        Window w;
        w.panel->setFocus();
        QVERIFY(w.price()->hasFocus());
        w.click("typeMarket"); // its price is a cap that nobody types
        w.panel->setFocus();
        QVERIFY(w.size()->hasFocus());
    }

    void D10_withADeviceTheOrderGoesThereAndNoReviewOfOursAsksForReturn()
    {
        Window w;
        w.f.setSigner(engine::SignerKind::Emulator);
        w.type(w.price(), "110143");
        w.type(w.size(), "0.05");
        QTest::keyClick(w.size(), Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(!w.review());
        QCOMPARE(w.f.engine.placed.size(), 1U);
        QCOMPARE(w.issue(), QStringLiteral("Asking the device."));
    }

    void L4_aLadderClickFillsTheTicketAndSendsNothing()
    {
        Window w;
        w.f.engine.expectNoOrders();
        w.type(w.size(), "0.05");
        w.f.state.requestTicket("BTC", model::Side::Sell, px("110155"));
        QCOMPARE(w.price()->text(), QStringLiteral("110,155"));
        QVERIFY(w.find<QAbstractButton>("sideSell")->isChecked());
        QCOMPARE(w.size()->text(), QStringLiteral("0.05"));
    }

    void closeFillsTheWholePositionReduceOnly()
    {
        Window w;
        w.f.engine.expectNoOrders();
        w.f.state.requestClose("BTC");
        const auto &ticket = w.panel->form().reading().ticket;
        QVERIFY(ticket.has_value());
        QCOMPARE(ticket->side, model::Side::Sell);
        QVERIFY(ticket->reduceOnly);
        QCOMPARE(ticket->sz.lots, sz("0.25").lots);
        QCOMPARE(ticket->kind, model::OrderKind::Market);
        QCOMPARE(ticket->px.ticks, px("107943").ticks); // close cap 2 %: 107,943.08 down
        QVERIFY(w.submit()->isEnabled());
    }

    void L27_withoutALiveBookOnlyPostOnlyAndExitsGo()
    {
        Window w;
        w.type(w.price(), "110143");
        w.type(w.size(), "0.05");
        w.f.setBook("110146", "110147", market::BookState::Stale);
        QVERIFY(w.submit()->isEnabled()); // post-only
        w.click("tifGtc");
        QVERIFY(!w.submit()->isEnabled());
        QVERIFY2(w.issue().contains(QStringLiteral("not live")), qPrintable(w.issue()));
        w.click("typeMarket");
        QVERIFY(!w.submit()->isEnabled());
        w.f.state.requestClose("BTC"); // an exit takes its cap from the mark
        QVERIFY(w.submit()->isEnabled());
        QCOMPARE(w.panel->form().reading().ticket->px.ticks, px("104639").ticks);
    }

    /// interaction.md, rule zero: what a fill has overtaken blocks no exit.
    void aFillNewerThanTheAccountMakesThePositionLate()
    {
        PanelFixture f;
        model::AccountState account;
        model::MarginSummary margin;
        margin.time = 10;
        account.margins = {margin};
        Q_EMIT f.engine.accountChanged(account);
        const auto fill = [&f](const char *coin, TimeMs time) {
            model::Fill one;
            one.coin = coin;
            one.time = time;
            one.tid = static_cast<Tid>(time);
            Q_EMIT f.engine.fillsAppended({one}, false);
        };
        fill("BTC", 10);
        fill("ETH", 11);
        QVERIFY(!TicketContext(f.state, "BTC").get().isPositionLate);
        fill("BTC", 12);
        fill("ETH", 13);
        QVERIFY(TicketContext(f.state, "BTC").get().isPositionLate);
        account.margins[0].time = 12;
        Q_EMIT f.engine.accountChanged(account);
        QVERIFY(!TicketContext(f.state, "BTC").get().isPositionLate);
    }

    void watchOnlySaysSoOnTheButton()
    {
        Window w;
        w.f.engine.expectNoOrders();
        w.f.setSigner(engine::SignerKind::None);
        w.type(w.price(), "110143");
        w.type(w.size(), "0.05");
        QCOMPARE(w.submit()->text(), QStringLiteral("Watch-only"));
        QVERIFY(!w.submit()->isEnabled());
        QTest::keyClick(w.size(), Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(!w.review());
    }

    void sizeInQuoteAndPercent()
    {
        Window w;
        w.type(w.price(), "100000");
        w.panel->form().setSizeUnit(SizeUnit::Quote);
        w.type(w.size(), "1,234");
        QCOMPARE(w.panel->form().reading().sz->lots, sz("0.01234").lots);
        w.panel->form().setSizeUnit(SizeUnit::Percent);
        w.click("percent50");
        QCOMPARE(w.size()->text(), QStringLiteral("50"));
        // 9,677.62 / (100,000 × (1/10 + 0.00045)) = 0.96342…, floored to the lot; half of it.
        QCOMPARE(w.panel->form().reading().largest->lots, sz("0.96342").lots);
        QCOMPARE(w.panel->form().reading().sz->lots, sz("0.48171").lots);
        w.panel->form().setSizeUnit(SizeUnit::Coin);
        QCOMPARE(w.size()->text(), QStringLiteral("0.48171"));
    }

    void theReviewSaysWhatChangedAndBlocksWhatBecameInvalid()
    {
        Window w;
        w.type(w.price(), "110143");
        w.type(w.size(), "0.05");
        w.panel->openReview();
        QVERIFY(w.review());
        auto *changed = w.review()->findChild<QLabel *>(QStringLiteral("reviewChanged"));
        auto *send = w.review()->findChild<QAbstractButton *>(QStringLiteral("reviewSend"));
        QVERIFY(changed->text().isEmpty());
        w.f.setBook("110145", "110147");
        QVERIFY2(changed->text().contains(QStringLiteral("best bid moved −1")),
                 qPrintable(changed->text()));
        QVERIFY(send->isEnabled());
        w.f.setBook("110142", "110143"); // a post-only at 110,143 would now take
        QVERIFY(!send->isEnabled());
        QTest::keyClick(w.review(), Qt::Key_Return);
        QVERIFY(w.f.engine.placed.empty());
        w.f.setBook("110146", "110147");
        QTest::keyClick(w.review(), Qt::Key_Return);
        QCOMPARE(w.f.engine.placed.size(), 1U);
    }

    void anotherAccountVoidsTheReview()
    {
        Window w;
        w.f.engine.expectNoOrders();
        w.type(w.price(), "110143");
        w.type(w.size(), "0.05");
        w.panel->openReview();
        engine::SignerStatus other;
        other.kind = engine::SignerKind::LocalKey;
        other.account.bytes[0] = 9;
        Q_EMIT w.f.engine.signerChanged(other);
        QTest::keyClick(w.review(), Qt::Key_Return);
        QVERIFY(w.review());
    }

    void aRefusalIsShownInTheTicketAndAsANotice()
    {
        Window w;
        QSignalSpy notices(&w.f.state, &WorkspaceState::noticeRaised);
        w.type(w.price(), "110143");
        w.type(w.size(), "0.05");
        w.panel->openReview();
        QTest::keyClick(w.review(), Qt::Key_Return);
        engine::CommandResult result;
        result.request = w.f.engine.placed.at(0).request;
        result.ok = false;
        result.error = Error{ErrorKind::VenueRejected, "Insufficient margin to place order."};
        Q_EMIT w.f.engine.commandFinished(result);
        QCOMPARE(w.issue(),
                 QStringLiteral("The venue refused it: Insufficient margin to place order."));
        QCOMPARE(notices.count(), 1);
        Q_EMIT w.f.engine.commandFinished(result); // answers once
        QCOMPARE(notices.count(), 1);
    }

    /// cases.md B56.
    void aLeverageThatIsSetAlreadyIsNotSent()
    {
        Window w;
        w.click("leverageButton");
        auto *dialog = w.window.findChild<LeverageDialog *>();
        QVERIFY(dialog);
        auto *value = dialog->findChild<QSpinBox *>(QStringLiteral("leverageValue"));
        QCOMPARE(value->value(), 10);
        QTest::keyClick(dialog, Qt::Key_Return);
        QVERIFY(w.f.engine.leverages.empty());
        value->setValue(5);
        QTest::keyClick(dialog, Qt::Key_Return);
        QCOMPARE(w.f.engine.leverages.size(), 1U);
        QCOMPARE(w.f.engine.leverages[0].leverage, 5);
        QVERIFY(w.f.engine.leverages[0].isCross);
        QTest::keyClick(dialog, Qt::Key_Return); // waiting: not twice
        QCOMPARE(w.f.engine.leverages.size(), 1U);
    }

    void liquidationEstimate()
    {
        // Long 1 at 100, equity 20, 40× maximum: maintenance rate 1/80.
        // price = (100 − 20) / (1 − 0.0125) = 81.0126…
        model::MarginSummary margin;
        margin.accountValue = dec("20");
        guard::LiquidationInput in;
        in.grid = {MarketKind::Perp, 2};
        in.px = px("100", in.grid);
        in.sz = sz("1", in.grid);
        in.mark = dec("100");
        in.margin = &margin;
        in.leverage = 10;
        in.maxLeverage = 40;
        auto out = guard::liquidationAfter(in);
        QVERIFY(out.isKnown && out.px);
        QCOMPARE(QString::fromStdString(out.px->rounded(4, Rounding::HalfEven).toString()),
                 QStringLiteral("81.0127"));
        in.side = model::Side::Sell; // (100 + 20) / (1 + 0.0125)
        out = guard::liquidationAfter(in);
        QCOMPARE(QString::fromStdString(out.px->rounded(4, Rounding::HalfEven).toString()),
                 QStringLiteral("118.5185"));
        margin.accountValue = dec("150"); // more than it is worth: cannot be liquidated
        in.side = model::Side::Buy;
        out = guard::liquidationAfter(in);
        QVERIFY(out.isKnown && !out.px);
        model::Position position;
        position.szi = sz("-1", in.grid);
        in.position = &position;
        QVERIFY(guard::liquidationAfter(in).isFlat);
    }
};

QTEST_MAIN(TestTicketPanel)
#include "tst_ticket_panel.moc"
