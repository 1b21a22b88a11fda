// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/batch/batch_registry.h"

#include <cassert>
#include <exception>
#include <istream>
#include <ostream>

namespace hl::cli {

namespace {

codec::Value errorValue(const Error &error)
{
    return codec::Object{
        {"kind", errorKindName(error.kind)}, {"message", error.detail}, {"field", error.field}};
}

std::string line(const codec::Value *id, const Result<codec::Value> &outcome)
{
    codec::Object answer;
    if (id != nullptr)
        answer.emplace_back("id", *id);
    answer.emplace_back("ok", outcome.has_value());
    if (outcome)
        answer.emplace_back("result", *outcome);
    else
        answer.emplace_back("error", errorValue(outcome.error()));
    return codec::toJson(answer);
}

} // namespace

void BatchRegistry::add(std::string name, BatchOp op)
{
    [[maybe_unused]] const bool isNew = m_ops.emplace(std::move(name), std::move(op)).second;
    assert(isNew);
}

Result<codec::Value> BatchRegistry::call(const codec::Value &request) const
{
    if (request.asObject() == nullptr)
        return fail(ErrorKind::Validation, "a request is a JSON object with a member \"op\"");
    HL_TRY(name, request.string("op"));
    const auto it = m_ops.find(name);
    if (it == m_ops.end())
        return fail(ErrorKind::Validation, "there is no operation \"" + name + "\"", "op");
    // Third-party code and the allocator may throw; one line must not take the others with it.
    try {
        return it->second(request);
    } catch (const std::exception &e) {
        return fail(ErrorKind::Internal, std::string("the operation broke off: ") + e.what());
    }
}

std::string BatchRegistry::answer(std::string_view text) const
{
    const Result<codec::Value> request = codec::parseJson(text);
    if (!request)
        return line(nullptr, request);
    return line(request->find("id"), call(*request));
}

void BatchRegistry::run(std::istream &in, std::ostream &out) const
{
    std::string text;
    while (std::getline(in, text))
        out << answer(text) << '\n' << std::flush;
}

} // namespace hl::cli
