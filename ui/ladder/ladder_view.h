// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/dialogs.h"
#include "ui/common/glyph_atlas.h"
#include "ui/common/theme.h"
#include "ui/common/workspace_state.h"
#include "ui/ladder/ladder_desk.h"
#include "ui/ladder/ladder_rows.h"
#include "ui/ladder/ladder_texts.h"
#include "ui/ladder/press_gate.h"
#include "ui/ladder/queue_estimate.h"

#include <QAbstractScrollArea>

#include <optional>

namespace hl::ui {

enum class LadderColumn : std::uint8_t { OwnBuys, Bids, Price, Asks, OwnSells, Traded, None };

class LadderTip;

/// The ladder's rows: own buys | bids | price | asks | own sells | traded. Paints one picture of
/// the newest snapshot and asks for the next only then; hidden it follows no market at all. What a
/// click or key means is decided by its desk; the price is bound at press (L11). GUI thread.
class LadderView : public QAbstractScrollArea
{
    Q_OBJECT

public:
    /// `dialogs` outlives the view.
    LadderView(WorkspaceState &state, Dialogs &dialogs, QWidget *parent = nullptr);
    ~LadderView() override;

    void setCoin(const std::string &coin);
    const std::string &coin() const { return m_coin; }
    const LadderRows &rows() const { return m_rows; }

    int group() const { return m_rows.scale().group(); }
    void setGroup(int group);
    void stepGroup(int steps);
    SizeMode sizeMode() const { return m_sizeMode; }
    void setSizeMode(SizeMode mode);
    LadderDesk &desk() { return m_desk; }
    ArmState armState() const { return m_desk.armState(); }
    /// L10: left buys, right sells anywhere in the row.
    bool isButtonMode() const { return m_isButtonMode; }
    void setButtonMode(bool on);
    /// L19: the touch stays in the middle; cannot be armed.
    bool isFollowing() const { return m_isFollowing; }
    void setFollowing(bool on);
    bool showsChanges() const { return m_showsChanges; }
    void setShowsChanges(bool on);
    /// May the book be acted on now?
    bool isLive() const { return m_live; }
    /// The order of one's own that is dragged, and where it would go.
    std::optional<std::int64_t> ghostRow() const;
    /// What the pointer would do, as the strip says it; and the fuller tip (L20).
    const QString &hoverWords() const { return m_hoverWords; }
    LadderTip &tip() { return *m_tip; }
    const QueueEstimate &queue() const { return m_queue; }
    const LevelChanges &changes() const { return m_changes; }
    /// One cell in words, for a screen reader.
    QString cellWords(std::int64_t row, LadderColumn column) const;
    /// Why not, and how old the newest frame is.
    const QString &reason() const { return m_reason; }
    const QString &age() const { return m_age; }

    // Geometry, for painting, tests and accessibility.
    QRect cellRect(std::int64_t row, LadderColumn column) const; ///< in viewport coordinates
    std::optional<std::int64_t> rowAt(int y) const;
    LadderColumn columnAt(int x) const;
    int headerHeight() const;
    int visibleRows() const;
    std::int64_t topRow() const { return m_topRow; }
    std::optional<std::int64_t> cursorRow() const { return m_cursor; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

public Q_SLOTS:
    void centre();

Q_SIGNALS:
    /// Live, reason or, while not live, age.
    void liveChanged();
    void groupChanged(int group);
    /// What a click at the pointer would do, or why it would be refused; empty outside (L20).
    void hoverTextChanged(const QString &text, bool refused);
    /// Spread or touch may have changed.
    void touchChanged();
    /// A right click where no own order lies (L9).
    void menuRequested(const QPoint &globalPos, std::int64_t row);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override { mousePressEvent(event); }
    void contextMenuEvent(QContextMenuEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void keyReleaseEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    struct Columns
    {
        int x[7] = {}; ///< left edges of the six columns and the right end
    };
    /// An own marker that was pressed; a drag once the pointer has gone 4 px (L23).
    struct Drag
    {
        std::vector<model::OrderKey> keys;
        model::Side side = model::Side::Buy;
        std::int64_t from = 0;
        std::int64_t to = 0;
        QPoint pos;
        bool hasStarted = false;
        bool wasArmed = false; ///< at the press
        QString refusal;       ///< why it cannot be dropped there
    };
    /// One paintEvent's worth of prepared values.
    struct Frame;

    // input
    void beat();
    void onBook(const market::BookSnapshotPtr &book);
    void onOrders();
    void refreshLiveness();
    void takeBook(const market::BookSnapshotPtr &book);
    /// Called wherever a row comes to lie elsewhere: what was pressed or told there is void.
    void rowsMoved();
    bool isCursorVisible() const;
    QString dragRefusal() const;
    bool hasEntry(const std::vector<model::OrderKey> &keys) const;
    bool needsBook(const std::vector<model::OrderKey> &keys) const;
    void scrollRows(std::int64_t rows);
    void moveCursor(std::int64_t rows);
    void onTape(const std::string &coin);
    void setHover(std::optional<QPoint> pos, Qt::KeyboardModifiers modifiers = {});
    void refreshHover();
    void showTip();
    QString hoverText(std::int64_t row, LadderColumn column, bool &refused) const;
    QString actText(const LadderAct &act, std::int64_t row, bool &refused) const;
    QString ownText(const OwnCell &own) const;
    /// What a click there would do while armed; Nothing: it fills the ticket.
    LadderAct clickAct(const CellPress &press, Qt::MouseButton button) const;
    void clicked(const CellPress &press, Qt::MouseButton button);
    std::optional<model::Side> sideAt(std::int64_t row, LadderColumn column) const;
    void fillTicket(std::int64_t row, model::Side side);
    void cancelOwn(const OwnCell &cell);
    void cancelNearest();
    const OwnCell *ownUnder(const QPoint &pos) const;
    bool isOnCross(const QPoint &pos) const;
    void flash(std::int64_t row);
    void announceCursor();
    void autoCentre();
    bool moveDrag(const QPoint &pos);
    void drop(bool onlyNewest);
    void abortDrag();
    void act(LadderKey key);
    bool moveByKey(LadderKey key);
    QString queueText(const OwnCell &own) const;
    QString ticksText(std::int64_t row, model::Side side) const;

    // painting (ladder_painter.cpp, ladder_own_painter.cpp)
    Columns columns() const;
    QColor tone(Tone normal) const;
    void paintHeader(QPainter &painter, const Columns &c);
    void paintRows(QPainter &painter, Frame &frame);
    void paintRow(QPainter &painter, Frame &frame, std::int64_t row, int y);
    void paintHairlines(QPainter &painter, const Frame &frame);
    void paintMarks(QPainter &painter, const Frame &frame);
    void paintMark(QPainter &painter, const Frame &frame, const Decimal &price, Tone tone,
                   const QString &label, bool dotted);
    void paintOwn(QPainter &painter, const Frame &frame);
    void paintMarker(QPainter &painter, const Frame &frame, const OwnCell &own);
    void paintGhost(QPainter &painter, const Frame &frame, std::int64_t row, model::Side side,
                    const QString &text, Tone tone);
    void paintGhosts(QPainter &painter, const Frame &frame);
    void paintChange(QPainter &painter, const Frame &frame, model::Side side, std::int64_t row,
                     int y);
    void paintPointer(QPainter &painter, const Frame &frame);
    void paintArm(QPainter &painter);
    const QString &sizeText(Sz sz, Px px, int maxChars);
    std::optional<double> yOf(const Decimal &price) const;

    WorkspaceState &m_state;
    std::string m_coin;
    MarketLease m_lease;
    LadderRows m_rows;
    std::int64_t m_topRow = 0;
    bool m_centred = false;
    LadderDesk m_desk;
    QueueEstimate m_queue;
    LevelChanges m_changes;
    std::uint64_t m_tapeSerial = 0; ///< trades up to here are in both
    bool m_isButtonMode = false;
    bool m_isFollowing = false;
    bool m_showsChanges = false;
    SizeMode m_sizeMode = SizeMode::Lot;

    bool m_live = false;
    bool m_isAwaitingBook = false; ///< was hidden, and no book has come since
    QString m_reason;
    QString m_age;
    std::uint64_t m_paintedRevision = 0;
    bool m_hasUnpainted = false;

    std::optional<QPoint> m_hover;
    std::optional<std::int64_t> m_cursor;
    Qt::KeyboardModifiers m_hoverModifiers;
    QString m_hoverWords;
    PressGate m_gate;
    std::optional<Drag> m_drag;
    bool m_isActivating = false; ///< the press on its way brought the focus here (L12)
    std::int64_t m_activeSinceNs = 0;
    LadderTip *m_tip;
    OneShot m_tipTimer;
    std::optional<std::int64_t> m_flashRow;
    std::int64_t m_flashUntilNs = 0;
    std::int64_t m_outSinceNs = 0;
    int m_wheelRest = 0;

    mutable LadderTexts m_texts;
    std::vector<std::pair<std::int64_t, Sz>> m_traded; ///< of the rows in sight, while painting
    GlyphAtlas m_digits;
    GlyphAtlas m_strong;
    GlyphAtlas m_small;
};

} // namespace hl::ui
