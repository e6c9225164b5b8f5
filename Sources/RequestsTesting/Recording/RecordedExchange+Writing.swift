import Foundation
import Requests

extension RecordedExchange {
    /// The entry of a file (HAR 1.2, section entries).
    var tree: JSONTree {
        var entry: [JSONTree.Member] = [
            .init("startedDateTime", .text((start ?? Date(timeIntervalSince1970: 0)).formatted(Self.dateStyle))),
            .init("time", .milliseconds(wait + receive)),
            .init("request", request.tree),
            .init("response", response.tree),
            .init("cache", .object([])),
            .init("timings", timings),
        ]
        let chunks = response.fittingChunks
        if chunks.count > 1 {
            // WebPageTest has this member, too.
            entry.append(
                .init(
                    "_chunks",
                    .array(
                        chunks.map { chunk in
                            .object([.init("ts", .milliseconds(chunk.time)), .init("bytes", .number(chunk.count))])
                        })))
        }
        return .object(entry)
    }

    private static let dateStyle = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    private var timings: JSONTree {
        .object([
            .init("blocked", .number(-1)), .init("dns", .number(-1)), .init("connect", .number(-1)),
            .init("ssl", .number(-1)), .init("send", .number(0)), .init("wait", .milliseconds(wait)),
            .init("receive", .milliseconds(receive)),
        ])
    }
}

extension RecordedRequest {
    fileprivate var tree: JSONTree {
        let query = url.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst()
        var members: [JSONTree.Member] = [
            .init("method", .text(method)),
            .init("url", .text(url)),
            .init("httpVersion", .text("unknown")),
            .init("cookies", .pairs(RequestCookie.values(in: header[values: .cookie]))),
            .init("headers", header.tree),
            .init("queryString", .pairs(ContentText.items(of: query))),
        ]
        var size = 0
        if case .data(let data) = body, !data.isEmpty {
            size = data.count
            members.append(content(data))
        }
        members += [.init("headersSize", .number(-1)), .init("bodySize", .number(size))]
        return .object(members)
    }

    private func content(_ data: Data) -> JSONTree.Member {
        let type = header[.contentType].flatMap { MediaType($0) }
        guard let text = ContentText.text(of: data, type) else {
            // HTTP Toolkit writes binary bodies like this, too; the text of postData can't be binary.
            return .init(
                "_content",
                .object([
                    .init("size", .number(data.count)), .init("text", .text(data.base64EncodedString())),
                    .init("encoding", .text("base64")),
                ]))
        }
        var members: [JSONTree.Member] = [
            .init("mimeType", .text(header[.contentType] ?? "")), .init("text", .text(text)),
        ]
        if type?.matches(.form) == true {
            members.insert(.init("params", .pairs(ContentText.items(of: text))), at: 1)
        }
        return .init("postData", .object(members))
    }
}

extension RecordedResponse {
    fileprivate var tree: JSONTree {
        var members: [JSONTree.Member] = [
            .init("status", .number(status)),
            .init("statusText", .text(HTTPStatus(status).reasonPhrase)),
            .init("httpVersion", .text("unknown")),
            .init("cookies", .array(header[values: .setCookie].compactMap { ResponseCookie($0)?.tree })),
            .init("headers", header.tree),
            .init("content", content),
            .init("redirectURL", .text(header[.location] ?? "")),
            .init("headersSize", .number(-1)),
            .init("bodySize", .number(header.contains(.contentEncoding) && !isEncoded ? -1 : body.count)),
        ]
        if let error { members.append(.init("_error", .text(error))) }
        return .object(members)
    }

    private var content: JSONTree {
        var members: [JSONTree.Member] = [
            .init("size", .number(body.count)), .init("mimeType", .text(header[.contentType] ?? "x-unknown")),
        ]
        if isEncoded { members.append(.init("_isEncoded", .boolean(true))) }
        if body.isEmpty {
            members.append(.init("text", .text("")))
        } else if !isEncoded, let text = ContentText.text(of: body, contentType) {
            members.append(.init("text", .text(text)))
        } else {
            members += [.init("text", .text(body.base64EncodedString())), .init("encoding", .text("base64"))]
        }
        return .object(members)
    }
}

extension ResponseCookie {
    fileprivate var tree: JSONTree {
        var members: [JSONTree.Member] = [.init("name", .text(name)), .init("value", .text(value))]
        if let path { members.append(.init("path", .text(path))) }
        if let domain { members.append(.init("domain", .text(domain))) }
        if let expires { members.append(.init("expires", .text(expires.formatted(Date.ISO8601FormatStyle())))) }
        members += [.init("httpOnly", .boolean(isHTTPOnly)), .init("secure", .boolean(isSecure))]
        return .object(members)
    }
}

extension HeaderFields {
    fileprivate var tree: JSONTree { .pairs(map { ($0.name.rawValue, $0.value) }) }
}

extension JSONTree {
    fileprivate static func pairs(_ pairs: [(name: String, value: String)]) -> JSONTree {
        .array(pairs.map { .object([.init("name", .text($0.name)), .init("value", .text($0.value))]) })
    }

    /// Makes a number with at most three digits behind the point.
    fileprivate static func milliseconds(_ value: Double) -> JSONTree {
        let thousandths = Int64(min(max(value, 0), 1e12) * 1_000)
        guard thousandths % 1_000 != 0 else { return .number(String(thousandths / 1_000)) }
        return .number(String(Double(thousandths) / 1_000))
    }
}
