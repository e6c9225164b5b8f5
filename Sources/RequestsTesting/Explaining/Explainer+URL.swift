import Foundation
import Requests
import RequestsEndpoints

extension Explainer {
    /// The base URL, the path and the values of its placeholders.
    var urlParts: [Part] {
        var found: [Part] = []
        if !shownBase.isEmpty { found.append(Part(place: .url, text: String(shownBase), source: .baseURL)) }
        if let endpoint = parts.endpoint {
            let template = endpoint.template.text.prefix { $0 != "?" && $0 != "#" }
            found.append(Part(place: .url, text: String(template), source: .template(endpoint.name)))
            let values = endpoint.values(in: shownPath)
            for name in endpoint.template.placeholders {
                if let value = values[name] {
                    found.append(Part(place: .url, text: "{\(name)} = \(value)", source: endpoint.source(of: name)))
                } else if isTemplate {
                    found.append(Part(place: .url, text: "{\(name)}", source: endpoint.source(of: name)))
                }
            }
        } else if !shownPath.isEmpty {
            found.append(Part(place: .url, text: String(shownPath), source: pathSource))
        }
        return found + changedURL
    }

    /// The URL if credentials or a hook changed more than its query.
    private var changedURL: [Part] {
        func withoutQuery(_ message: OutgoingRequest?) -> Substring? { message?.urlText.prefix { $0 != "?" } }
        guard let message, let before = withoutQuery(withBody), withoutQuery(message) != before else { return [] }
        let source: Source = withoutQuery(withCredentials) == withoutQuery(message) ? .credentials : .hook
        return [Part(place: .url, text: String(Self.shownURL(of: message).prefix { $0 != "?" }), source: source)]
    }

    private var pathSource: Source {
        parts.endpoint.map { .template($0.name) } ?? (parts.isType ? .property("endpoint") : .path)
    }

    var queryParts: [Part] {
        var found: [Part] = []
        var known = knownPairs
        if let message = message ?? urlOnly {
            let pairs = Self.pairs(of: message.urlText)
            let texts = Self.pairs(of: Self.shownURL(of: message))
            let added = credentialNames
            for (index, pair) in pairs.enumerated() {
                let source: Source
                if let place = known.firstIndex(where: { $0.pair == pair }) {
                    source = known.remove(at: place).source
                } else {
                    source = added.contains(pair.prefix { $0 != "=" }) ? .credentials : .hook
                }
                // A text that can't be matched with its pair is redacted.
                let text = texts.count == pairs.count ? texts[index] : "\(pair.prefix { $0 != "=" })=<redacted>"
                found.append(Part(place: .query, text: text, source: source))
            }
        }
        return found + templateQuery
    }

    /// The names of the pairs that credentials add.
    private var credentialNames: Set<Substring> {
        let before = Set(withBody.map { Self.pairs(of: $0.urlText) } ?? [])
        let after = withCredentials.map { Self.pairs(of: $0.urlText) } ?? []
        return Set(after.filter { !before.contains($0) }.map { $0.prefix { $0 != "=" } })
    }

    /// A message with only the path and query, to show the URL even if another part can't be made.
    private var urlOnly: OutgoingRequest? { message(path, parts.query) }

    /// The path; empty if an invalid path prevents the request.
    private var path: URLPath { message(parts.path, []) == nil ? "" : parts.path }

    private func message(_ path: URLPath, _ query: [QueryItem]) -> OutgoingRequest? {
        let api = AnonymousProvider(baseURL: parts.baseURL, coding: parts.coding)
        return try? Request(api: api, endpoint: path, method: .get).with(query: query)
            .setting(\.allowsDotSegments, parts.options.allowsDotSegments)
            .setting(\.sensitiveNames, parts.options.sensitiveNames).resolve()
    }

    private func pairs(_ path: URLPath, _ query: [QueryItem]) -> [String] {
        message(path, query).map { Self.pairs(of: $0.urlText) } ?? []
    }

    /// The pairs of the query before credentials and hooks, with their sources.
    private var knownPairs: [(pair: String, source: Source)] {
        let base = pairs("", [])
        let withPath = pairs(path, [])
        // A path that is a whole URL replaces the base URL including its query.
        let baseCount = withPath.starts(with: base) ? base.count : 0
        let known = withPath.enumerated().map { index, pair in
            (pair: pair, source: index < baseCount ? .baseURL : pathSource)
        }
        let items = pairs(path, parts.query).dropFirst(withPath.count)
        var remaining = layers.map { layer in
            (source: layer.source, pairs: pairs("", layer.query).dropFirst(base.count))
        }
        var seen: Set<String> = []
        return known
            + items.map { pair in
                for index in remaining.indices {
                    guard let place = remaining[index].pairs.firstIndex(of: pair) else { continue }
                    remaining[index].pairs.remove(at: place)
                    return (pair, remaining[index].source)
                }
                return (pair, property(ofPair: pair, &seen) ?? parts.rest("queryItems"))
            }
    }

    /// Returns the property that adds a pair; for a second pair with the same name, only if the property is a list.
    private func property(ofPair pair: String, _ seen: inout Set<String>) -> Source? {
        guard let endpoint = parts.endpoint else { return nil }
        let name = String(pair.prefix { $0 != "=" })
        let decoded = name.removingPercentEncoding ?? name
        let property = endpoint.properties.first { property in
            guard property.place == .query else { return false }
            let wire = parts.coding.keys.wireName(of: property.key)
            return decoded == wire || decoded.hasPrefix(wire + "[") || decoded.hasPrefix(wire + ".")
        }
        guard let property else { return endpoint.isWhole ? .input : nil }
        if !seen.insert(decoded).inserted, !property.isList { return nil }
        return .property(property.key)
    }

    static func pairs(of url: some StringProtocol) -> [String] {
        guard let mark = url.firstIndex(of: "?") else { return [] }
        let query = Substring(url[url.index(after: mark)...])
        return query.prefix { $0 != "#" }.split(separator: "&").map(String.init)
    }
}
