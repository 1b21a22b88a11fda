// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/api/journal.h"
#include "ui/models/newest_first.h"

namespace hl::ui {

/// The newest rows of the journal; all of them are in the file.
class JournalModel final : public NewestFirst<engine::JournalRow>
{
    Q_OBJECT

public:
    enum Column { Seq, Time, Kind, Words, State, NonceColumn, Request };

    explicit JournalModel(QObject *parent = nullptr);

    void take(const engine::JournalBatch &batch);

    SortValue sortValue(int row, int column) const override;

protected:
    QString text(int row, int column) const override;
    QString exactText(int row, int column) const override;
    Tone tone(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QVariant key(int row) const override;
};

} // namespace hl::ui
