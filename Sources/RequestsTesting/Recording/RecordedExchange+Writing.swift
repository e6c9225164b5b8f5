import Foundation
import Requests

extension RecordedExchange {
    /// The entry of a file (HAR 1.2, section entries).
    var value: JSONValue {
        var entry: JSONValue.Object = [
            "startedDateTime": .string((start ?? Date(timeIntervalSince1970: 0)).formatted(Self.dateStyle)),
            "time": .milliseconds(wait + receive),
            "request": request.value,
            "response": response.value,
            "cache": [:],
            "timings": timings,
        ]
        let chunks = response.fittingChunks
        if chunks.count > 1 {
            // WebPageTest also uses this member.
            entry["_chunks"] = .array(
                chunks.map { chunk in ["ts": .milliseconds(chunk.time), "bytes": JSONValue(chunk.count)] })
        }
        return .object(entry)
    }

    private static let dateStyle = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    private var timings: JSONValue {
        [
            "blocked": -1, "dns": -1, "connect": -1, "ssl": -1, "send": 0, "wait": .milliseconds(wait),
            "receive": .milliseconds(receive),
        ]
    }
}

extension RecordedRequest {
    fileprivate var value: JSONValue {
        let query = url.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst()
        var members: JSONValue.Object = [
            "method": .string(method),
            "url": .string(url),
            "httpVersion": "unknown",
            "cookies": .pairs(WebCookie.list(in: header[values: .cookie]).map { ($0.name, $0.value) }),
            "headers": header.value,
            "queryString": .pairs(ContentText.items(of: query)),
        ]
        var size = 0
        if case .data(let data) = body, !data.isEmpty {
            size = data.count
            add(data, to: &members)
        }
        members["headersSize"] = -1
        members["bodySize"] = JSONValue(size)
        return .object(members)
    }

    private func add(_ data: Data, to members: inout JSONValue.Object) {
        let type = header[.contentType].flatMap { MediaType($0) }
        guard let text = ContentText.text(of: data, type) else {
            // HTTP Toolkit also writes binary bodies like this; the text of postData can't be binary.
            members["_content"] = [
                "size": JSONValue(data.count), "text": .string(data.base64EncodedString()), "encoding": "base64",
            ]
            return
        }
        var content: JSONValue.Object = ["mimeType": .string(header[.contentType] ?? "")]
        if type?.matches(.form) == true { content["params"] = .pairs(ContentText.items(of: text)) }
        content["text"] = .string(text)
        members["postData"] = .object(content)
    }
}

extension RecordedResponse {
    fileprivate var value: JSONValue {
        var members: JSONValue.Object = [
            "status": JSONValue(status),
            "statusText": .string(HTTPStatus(status).reasonPhrase),
            "httpVersion": "unknown",
            "cookies": .array(header[values: .setCookie].compactMap { WebCookie($0)?.recorded }),
            "headers": header.value,
            "content": content,
            "redirectURL": .string(header[.location] ?? ""),
            "headersSize": -1,
            "bodySize": header.contains(.contentEncoding) && !isEncoded ? -1 : JSONValue(body.count),
        ]
        members["_error"] = error.map { .string($0) }
        return .object(members)
    }

    private var content: JSONValue {
        var members: JSONValue.Object = [
            "size": JSONValue(body.count), "mimeType": .string(header[.contentType] ?? "x-unknown"),
        ]
        if isEncoded { members["_isEncoded"] = true }
        if body.isEmpty {
            members["text"] = ""
        } else if !isEncoded, let text = ContentText.text(of: body, contentType) {
            members["text"] = .string(text)
        } else {
            members["text"] = .string(body.base64EncodedString())
            members["encoding"] = "base64"
        }
        return .object(members)
    }
}

extension WebCookie {
    fileprivate var recorded: JSONValue {
        var members: JSONValue.Object = ["name": .string(name), "value": .string(value)]
        members["path"] = path.map { .string($0) }
        members["domain"] = domain.map { .string($0) }
        members["expires"] = expires.map { .string($0.formatted(Date.ISO8601FormatStyle())) }
        members["httpOnly"] = .bool(isHTTPOnly)
        members["secure"] = .bool(isSecure)
        return .object(members)
    }
}

extension HeaderFields {
    fileprivate var value: JSONValue { .pairs(map { ($0.name.rawValue, $0.value) }) }
}

extension JSONValue {
    fileprivate static func pairs(_ pairs: [(name: String, value: String)]) -> JSONValue {
        .array(pairs.map { ["name": .string($0.name), "value": .string($0.value)] })
    }

    /// Makes a number with at most three decimal places.
    fileprivate static func milliseconds(_ value: Double) -> JSONValue {
        let thousandths = Int64(min(max(value, 0), 1e12) * 1_000)
        guard thousandths % 1_000 != 0 else { return JSONValue(thousandths / 1_000) }
        return JSONValue(floatLiteral: Double(thousandths) / 1_000)
    }
}
