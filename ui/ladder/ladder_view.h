// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/glyph_atlas.h"
#include "ui/common/theme.h"
#include "ui/common/workspace_state.h"
#include "ui/ladder/ladder_arming.h"
#include "ui/ladder/ladder_rows.h"

#include <QAbstractScrollArea>

#include <optional>

namespace hl::ui {

enum class LadderColumn : std::uint8_t { OwnBuys, Bids, Price, Asks, OwnSells, Traded, None };

/// How sizes print (L3): to the lot, or as quote value.
enum class SizeMode : std::uint8_t { Lot, Quote };

/// The ladder's rows: own buys | bids | price | asks | own sells | traded. Paints one picture of
/// the newest snapshot and asks for the next only then; hidden it follows no market at all. Off, a
/// click fills the ticket; the price is bound at press (L11). GUI thread.
class LadderView : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit LadderView(WorkspaceState &state, QWidget *parent = nullptr);

    void setCoin(const std::string &coin);
    const std::string &coin() const { return m_coin; }
    const LadderRows &rows() const { return m_rows; }

    int group() const { return m_rows.scale().group(); }
    void setGroup(int group);
    void stepGroup(int steps);
    SizeMode sizeMode() const { return m_sizeMode; }
    void setSizeMode(SizeMode mode);
    ArmState armState() const { return m_arm; }
    void setArmState(ArmState state);
    /// May the book be acted on now?
    bool isLive() const { return m_live; }
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

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override { mousePressEvent(event); }
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    struct Columns
    {
        int x[7] = {}; ///< left edges of the six columns and the right end
    };
    struct Press
    {
        std::int64_t row = 0;
        LadderColumn column = LadderColumn::None;
        Px px;
        QPoint pos;
        std::int64_t monoNs = 0;
    };
    /// One paintEvent's worth of prepared values.
    struct Frame;

    // input
    void beat();
    void onBook(const market::BookSnapshotPtr &book);
    void onOrders();
    void refreshLiveness();
    void scrollRows(std::int64_t rows);
    void moveCursor(std::int64_t rows);
    void setHover(std::optional<QPoint> pos);
    QString hoverText(std::int64_t row, LadderColumn column, bool &refused) const;
    std::optional<model::Side> sideAt(std::int64_t row, LadderColumn column) const;
    void fillTicket(std::int64_t row, model::Side side);
    void cancelOwn(const OwnCell &cell);
    void cancelNearest();
    const OwnCell *ownUnder(const QPoint &pos) const;
    void flash(std::int64_t row);
    void announceCursor();
    void autoCentre();

    // painting (ladder_painter.cpp)
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
    void paintPointer(QPainter &painter, const Frame &frame);
    void paintArm(QPainter &painter);
    QString sizeText(Sz sz, Px px, int maxChars) const;
    std::optional<double> yOf(const Decimal &price) const;

    WorkspaceState &m_state;
    std::string m_coin;
    MarketLease m_lease;
    LadderRows m_rows;
    std::int64_t m_topRow = 0;
    bool m_centred = false;
    ArmState m_arm = ArmState::Off;
    SizeMode m_sizeMode = SizeMode::Lot;

    bool m_live = false;
    QString m_reason;
    QString m_age;
    std::uint64_t m_paintedRevision = 0;
    bool m_hasUnpainted = false;

    std::optional<QPoint> m_hover;
    std::optional<std::int64_t> m_cursor;
    std::optional<Press> m_press;
    std::optional<std::int64_t> m_flashRow;
    std::int64_t m_flashUntilNs = 0;
    std::int64_t m_outSinceNs = 0;
    int m_wheelRest = 0;

    GlyphAtlas m_digits;
    GlyphAtlas m_strong;
    GlyphAtlas m_small;
};

} // namespace hl::ui
