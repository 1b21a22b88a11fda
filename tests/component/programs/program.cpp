// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "component/programs/program.h"

#include <unistd.h>

namespace hl::test {

QList<QByteArray> Run::lines() const
{
    QList<QByteArray> result = out.split('\n');
    if (!result.isEmpty() && result.last().isEmpty())
        result.removeLast();
    return result;
}

QString programPath(const QString &program)
{
    return QStringLiteral(HL_BIN_DIR "/") + program;
}

QProcessEnvironment offscreen()
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    return environment;
}

Run runProgram(const QString &program, const QStringList &words, const QByteArray &input,
               const QByteArray &secret)
{
    QProcess process;
    process.setProcessEnvironment(offscreen());
    int pipeEnds[2] = {-1, -1};
    if (!secret.isEmpty()) {
        if (::pipe(pipeEnds) != 0)
            return {};
        [[maybe_unused]] const auto written =
            ::write(pipeEnds[1], secret.constData(), static_cast<std::size_t>(secret.size()));
        ::close(pipeEnds[1]);
        process.setChildProcessModifier([readEnd = pipeEnds[0]] { ::dup2(readEnd, 3); });
    }
    process.start(programPath(program), words);
    Run run;
    if (process.waitForStarted()) {
        process.write(input);
        process.closeWriteChannel();
        if (process.waitForFinished(120'000) && process.exitStatus() == QProcess::NormalExit)
            run.status = process.exitCode();
        else
            process.kill();
        process.waitForFinished();
        run.out = process.readAllStandardOutput();
        run.err = process.readAllStandardError();
    }
    if (pipeEnds[0] >= 0)
        ::close(pipeEnds[0]);
    return run;
}

} // namespace hl::test
