// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/safe_file.h"
#include "panel_fixture.h"
#include "ui/money/address_book.h"
#include "ui/money/money_panel.h"

#include <QComboBox>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <utility>

using namespace hl;
using namespace hl::test;
using namespace hl::ui;

namespace {

constexpr const char *kTo = "0x7a16ff8270133f063aab6c9977183d9e72835428";

Address address(std::string_view text)
{
    return *Address::parse(text);
}

/// What the storage thread does with the books it was given.
void writeBooks(FakeEngine &engine)
{
    for (const auto &book : std::exchange(engine.kept, {})) {
        const Status kept = replaceFile(book.path, book.bytes);
        Q_EMIT engine.commandFinished(
            {book.request, kept.has_value(), std::nullopt, kept ? Error{} : kept.error()});
    }
}

} // namespace

/// The address book's file (interaction.md G19).
class TestAddressBook : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bookIsReadAsItWasWritten()
    {
        const std::vector<AddressBook::Entry> entries{
            {"Kraken – main", address(kTo), 5, 9},
            {{}, address("0x0000000000000000000000000000000000000abc"), 1, 1}};
        const QByteArray bytes = AddressBook::write(entries);
        QVERIFY(AddressBook::read(bytes) == entries);
        QVERIFY(AddressBook::read(AddressBook::write({})).has_value());
        for (qsizetype i = 0; i < bytes.size(); ++i) {
            QByteArray other = bytes;
            other[i] = static_cast<char>(other[i] ^ 1);
            QVERIFY2(!AddressBook::read(other), qPrintable(QString::number(i)));
            QVERIFY(!AddressBook::read(bytes.left(i)));
        }
    }

    void aDamagedBookIsNeitherUsedNorWrittenOver()
    {
        QTemporaryDir dir;
        const QString file = dir.filePath("addresses-demo");
        const QByteArray damaged = AddressBook::write({{"A", address(kTo), 0, 0}}).chopped(1);
        {
            QFile out(file);
            QVERIFY(out.open(QIODevice::WriteOnly));
            out.write(damaged);
            QVERIFY(out.setPermissions(QFile::ReadOwner | QFile::WriteOwner));
        }
        int writes = 0;
        AddressBook book(file, [&](const QString &, const QByteArray &) { ++writes; });
        QVERIFY(book.entries().empty());
        QVERIFY(book.problem().contains("damaged"));
        QVERIFY(book.keep("B", address(kTo)));
        QCOMPARE(writes, 0);
        QFile in(file);
        QVERIFY(in.open(QIODevice::ReadOnly));
        QCOMPARE(in.readAll(), damaged);
    }

    /// The window waits for no disk: until it has answered, the entry says so.
    void theBookIsWrittenElsewhereAndSaysWhenItIs_data()
    {
        QTest::addColumn<bool>("fails");
        QTest::newRow("it is written") << false;
        QTest::newRow("the disk is full, then not") << true;
    }
    void theBookIsWrittenElsewhereAndSaysWhenItIs()
    {
        QFETCH(bool, fails);
        QTemporaryDir dir;
        PanelFixture f;
        MoneyPanel panel(f.state, nullptr, dir.path());
        AddressBook &book = panel.book();
        auto &kept = f.engine.kept;
        QVERIFY(book.keep("Kraken", address(kTo)));
        QCOMPARE(kept.size(), std::size_t{1});
        const std::string path = kept[0].path;
        QCOMPARE(path, dir.filePath("addresses-demo").toStdString());
        QVERIFY(!QFile::exists(QString::fromStdString(path)));
        auto *box = panel.findChild<QComboBox *>(QStringLiteral("sendBook"));
        QVERIFY(box->itemText(1).contains("not saved yet"));
        // More comes while it is written: the newest whole book is written next, once.
        const Address second = address("0x0000000000000000000000000000000000000abc");
        QVERIFY(book.keep("Cold", second));
        QVERIFY(book.keep("Colder", second));
        QCOMPARE(kept.size(), std::size_t{1});
        if (fails) {
            const RequestId request = std::exchange(kept, {}).front().request;
            Q_EMIT f.engine.commandFinished(
                {request, false, std::nullopt,
                 Error{ErrorKind::Internal, "no space left on the disk"}});
            QVERIFY2(book.problem().contains("no space left"), qPrintable(book.problem()));
            QVERIFY(box->itemText(1).contains("not saved yet"));
        } else {
            writeBooks(f.engine);
            QVERIFY(!box->itemText(1).contains("not saved yet"));
        }
        QCOMPARE(kept.size(), std::size_t{1});
        QVERIFY(box->itemText(2).contains("not saved yet"));
        writeBooks(f.engine);
        QVERIFY(kept.empty());
        QVERIFY(book.problem().isEmpty());
        for (int i = 1; i < box->count(); ++i)
            QVERIFY(!box->itemText(i).contains("not saved yet"));
        QVERIFY(AddressBook(QString::fromStdString(path), {}).entries() == book.entries());
        // What says nothing new is not written again.
        book.notePaid(second, 7);
        writeBooks(f.engine);
        book.notePaid(second, 7);
        QVERIFY(kept.empty());
    }

    void aBookThatOthersMayWriteIsNotUsed()
    {
        QTemporaryDir dir;
        const QString file = dir.filePath("addresses-demo");
        AddressBook(file, [](const QString &to, const QByteArray &bytes) {
            QVERIFY(replaceFile(to.toStdString(), bytes.toStdString()));
        }).keep("B", address(kTo));
        QCOMPARE(AddressBook(file, {}).entries().size(), std::size_t{1});
        QVERIFY(QFile::setPermissions(file, QFile::ReadOwner | QFile::WriteOwner |
                                                QFile::WriteOther | QFile::ReadOther));
        const AddressBook book(file, {});
        QVERIFY(book.entries().empty());
        QVERIFY2(book.problem().contains("not used"), qPrintable(book.problem()));
    }
};

QTEST_MAIN(TestAddressBook)
#include "tst_address_book.moc"
