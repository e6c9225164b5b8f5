import Requests

extension DocumentComparison {
    /// Compares the members of the whole document.
    mutating func compareAPI(_ old: JSONValue.Object, _ new: JSONValue.Object) {
        if Self.minorVersion(of: old) != Self.minorVersion(of: new) {
            note("format-version-changed", "openapi", old: old["openapi"], new: new["openapi"])
        }
        compareInfo(old["info"]?.object ?? [:], new["info"]?.object ?? [:])
        compareServers(old["servers"], new["servers"], "servers")
        if old["tags"] != new["tags"] { note("api-tags-changed", "tags") }
        compareSchemes(
            old["components"]?["securitySchemes"]?.object ?? [:],
            new["components"]?["securitySchemes"]?.object ?? [:])
        let known: Set = ["openapi", "info", "servers", "tags", "paths", "webhooks", "components", "security"]
        compareOthers(old, new, known: known.union(["$self"]), "")
        let kinds: Set = [
            "schemas", "responses", "parameters", "examples", "requestBodies", "headers", "securitySchemes", "links",
            "callbacks", "pathItems", "mediaTypes",
        ]
        compareOthers(
            old["components"]?.object ?? [:], new["components"]?.object ?? [:], known: kinds, "components")
    }

    /// Returns the major and minor version of the format.
    ///
    /// The patch version has no effect (OpenAPI 3.1.1, section 4.1).
    private static func minorVersion(of document: JSONValue.Object) -> [Substring]? {
        document["openapi"]?.string.map { Array($0.split(separator: ".").prefix(2)) }
    }

    private mutating func compareInfo(_ old: JSONValue.Object, _ new: JSONValue.Object) {
        for name in new.differences(from: old) {
            let rule =
                name.hasPrefix("x-")
                ? "extension-changed" : name == "version" ? "api-version-changed" : "api-words-changed"
            let (before, after) = (old[name], new[name])
            let isText = before?.string ?? after?.string != nil
            note(rule, "info, \(name)", old: isText ? before : nil, new: isText ? after : nil)
        }
    }

    /// Compares two lists of servers by URL.
    mutating func compareServers(_ old: JSONValue?, _ new: JSONValue?, _ location: String) {
        if old == new { return }
        let (before, after) = (Self.servers(old), Self.servers(new))
        for (url, server) in before {
            guard let other = after[url]?.object, let server = server.object else {
                note("server-removed", location, old: .string(url))
                continue
            }
            let place = "\(location), \(url)"
            compareWords(server, other, "server-words-changed", place, names: ["description", "name"])
            if server["variables"] != other["variables"] { note("server-variables-changed", place) }
            compareOthers(server, other, known: ["url", "description", "name", "variables"], place)
        }
        for (url, _) in after where before[url] == nil { note("server-added", location, new: .string(url)) }
    }

    /// Returns the servers by URL; a document without servers has a single server with the URL `/`.
    private static func servers(_ value: JSONValue?) -> JSONValue.Object {
        let servers = value?.array ?? []
        if servers.isEmpty { return ["/": ["url": "/"]] }
        return JSONValue.Object(servers.map { (key: $0["url"]?.string ?? "", value: $0) })
    }
}

// MARK: - Webhooks

extension DocumentComparison {
    /// Compares the webhooks, whose requests the API's clients receive.
    mutating func compareWebhooks(_ old: JSONValue.Object, _ new: JSONValue.Object) {
        let (before, after) = (old["webhooks"]?.object ?? [:], new["webhooks"]?.object ?? [:])
        for name in Self.union(before, after) {
            switch (before[name], after[name]) {
            case (let first?, let second?): compareMessages(first, second, "webhook \(name)")
            case (nil, _?): note("webhook-added", "webhook \(name)")
            case (_?, nil): note("webhook-removed", "webhook \(name)")
            case (nil, nil): break
            }
        }
    }

    mutating func compareCallbacks(_ old: JSONValue?, _ new: JSONValue?) {
        let (before, after) = (old?.object ?? [:], new?.object ?? [:])
        for name in Self.union(before, after) {
            guard let first = before[name] else {
                note("callback-added", "callback \(name)")
                continue
            }
            guard let second = after[name] else {
                note("callback-removed", "callback \(name)")
                continue
            }
            let (one, other) = (self.old.resolved(first).object ?? [:], self.new.resolved(second).object ?? [:])
            for url in Self.union(one, other) {
                switch (one[url], other[url]) {
                case (let one?, let other?): compareMessages(one, other, "callback \(name)")
                default: note("callback-changed", "callback \(name)", new: .string(url))
                }
            }
        }
    }

    /// Compares the requests that an API's server sends.
    ///
    /// Their bodies are outputs.
    private mutating func compareMessages(_ old: JSONValue, _ new: JSONValue, _ location: String) {
        let (first, second) = (self.old.resolved(old).object ?? [:], self.new.resolved(new).object ?? [:])
        for method in Self.union(first, second) {
            guard let one = first[method]?.object, let other = second[method]?.object else {
                if first[method] != second[method] { note("callback-changed", "\(location), \(method)") }
                continue
            }
            let place = "\(location) \(method.uppercased())"
            compareWords(one, other, "operation-words-changed", place)
            let bodies = (
                self.old.resolved(one["requestBody"] ?? [:]).object ?? [:],
                self.new.resolved(other["requestBody"] ?? [:]).object ?? [:]
            )
            compareContent(bodies.0, bodies.1, "\(place) body", .output)
            let known: Set = ["summary", "description", "requestBody"]
            for name in other.differences(from: one) where !known.contains(name) {
                note(name.hasPrefix("x-") ? "extension-changed" : "callback-changed", "\(place), \(name)")
            }
        }
    }
}
