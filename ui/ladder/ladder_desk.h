// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/dialogs.h"
#include "ui/common/one_shot.h"
#include "ui/ladder/arm_reasons.h"
#include "ui/ladder/click_rules.h"
#include "ui/ladder/ladder_hub.h"
#include "ui/ladder/order_mover.h"

#include <QObject>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hl::ui {

/// What is held for 600 ms before it acts (interaction.md L15, L34).
enum class HoldAct : std::uint8_t { Flatten, Reverse };

/// The trading side of one ladder: armed or not, which size, and everything that leaves it. It
/// paints nothing and knows no rows. GUI thread; must not outlive the state.
class LadderDesk final : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds kHold{600};

    /// `dialogs` outlives the desk; `window` carries what is asked.
    LadderDesk(WorkspaceState &state, Dialogs &dialogs, QWidget *window);
    ~LadderDesk() override;

    void setCoin(const std::string &coin);
    const std::string &coin() const { return m_coin; }
    OrderMover &mover() { return m_mover; }
    const OrderMover &mover() const { return m_mover; }
    LadderHub &hub() const { return m_hub; }

    // --- arming (L4 to L6)
    ArmState armState() const { return m_arming.state(); }
    const QString &armReason() const { return m_arming.reason(); }
    bool arm(); ///< false: armReason() says why not
    void disarm(const QString &why = {});
    void toggleArm();
    void noteInput();
    void setInputDown(bool isDown) { m_isInputDown = isDown; }
    void setWindowVisible(bool isVisible) { m_isVisible = isVisible; }
    /// Why the book may not be acted on; empty: it is live.
    void setNotLive(const QString &why);
    /// Something that keeps this ladder alone from being armed ("follow" mode); empty: nothing.
    void setOwnReason(const QString &why);
    void judge();

    // --- size and kind (L7, L17)
    std::optional<std::size_t> chosenPreset() const;
    void choosePreset(std::size_t index);
    void addPreset(std::size_t index);
    void stepPreset(int steps);
    void sizeToPosition();
    void stepLots(std::int64_t lots);
    /// At this moment, for that side; floored to the lot.
    PresetSize size(model::Side side) const;
    PresetSize presetNow(std::size_t index, model::Side side) const;
    model::Tif plainTif() const { return m_plain; }
    void setPlainTif(model::Tif tif);

    // --- acts; each judged at the moment it leaves
    LadderAct plain(model::Side side, Px px) const;
    LadderAct take(model::Side side, Px px) const;
    LadderAct stop(model::Side side, Px px) const;
    LadderAct join(model::Side side, int better) const;
    LadderAct takeMarket(model::Side side) const;
    /// Why not all of these would be dropped there (L24), an entry only while Armed; empty: they
    /// may.
    QString dropRefusal(const std::vector<model::OrderKey> &keys, Px px) const;
    /// Judged at this moment, then moved. False, and refused() told, where they stay.
    bool drop(const std::vector<model::OrderKey> &keys, Px px);
    /// What the guard or the venue's rules would refuse or ask; empty: nothing.
    QString refusalOf(const LadderAct &act) const;
    /// False, and refused() told, where it does not go. An entry goes only while Armed.
    bool perform(const LadderAct &act);

    void beginHold(HoldAct act);
    void endHold();
    std::optional<HoldAct> holding() const { return m_holding; }
    QString holdWords() const; ///< what holding on does
    void flatten();            ///< closes the position, then cancels this market's entries
    void reverse();

    void cancel(const std::vector<model::OrderKey> &keys);
    void cancelEntries();       ///< of this market, its TWAPs too; says how many stay (L16)
    void askCancelEverything(); ///< stops too: always asked (L16)

Q_SIGNALS:
    void armChanged();
    void sizeChanged();
    void holdChanged();
    void refused(const QString &why);

private:
    struct Moment;

    ArmFacts armFacts() const;
    Moment moment(model::Side side) const;
    PresetFacts presetFacts(model::Side side) const;
    void setArm(bool changed);
    void send(const model::OrderTicket &ticket);
    void refuse(const QString &why);
    void tell(engine::NoticeLevel level, const std::string &coin, const QString &text);
    void dropReverse(const QString &why);
    QString accountName() const;
    void onFinished(const engine::CommandResult &result);
    void onOrders();
    CancelPlan entriesHere();
    void stopTwaps(const std::vector<model::Twap> &twaps);
    void onEntriesCancelled(const std::string &coin);
    void holdDone();

    WorkspaceState &m_state;
    Dialogs &m_dialogs;
    QWidget *m_window;
    LadderHub &m_hub;
    OrderMover m_mover;
    std::string m_coin;
    LadderArming m_arming;
    QString m_notLive;
    QString m_ownReason;
    bool m_isInputDown = false;
    bool m_isVisible = true;
    std::size_t m_chosen = 1; ///< of this ladder alone
    std::optional<Sz> m_size; ///< set by hand; none: the chosen preset
    model::Tif m_plain = model::Tif::Alo;
    OneShot m_hold;
    std::optional<HoldAct> m_holding;
    bool m_isAsking = false;
    std::map<RequestId, std::string> m_requests; ///< sent from here, not answered; their market
    /// A reverse whose first leg is on its way.
    struct Reverse
    {
        RequestId request = 0;
        std::optional<model::OrderKey> close;
        std::string coin;
        model::Side side = model::Side::Buy;
        Sz sz;
    };
    std::optional<Reverse> m_reverse;
};

} // namespace hl::ui
