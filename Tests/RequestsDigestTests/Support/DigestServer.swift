#if Digest
import Foundation
import Requests
import RequestsConformance

@testable import RequestsDigest

/// The hashes with which a server checks credentials.
enum DigestText {
    static func hash(_ text: String, by algorithm: String = "MD5") -> String {
        DigestHash.text(of: text, by: DigestAlgorithm(algorithm)?.function ?? .md5)
    }

    static func hash(_ bytes: [UInt8], by algorithm: String) -> String {
        var hash = DigestHash(DigestAlgorithm(algorithm)?.function ?? .md5)
        hash.update(Data(bytes))
        return hash.text
    }
}

/// The rules by which a server checks credentials.
struct DigestRules: Sendable {
    var user = "ada"
    var password = "canary"
    var realm = #"a "b" \c"#
    var algorithm: String? = "MD5"
    var qop: String? = "auth"
    var end = ""
    /// The number of times that a nonce can be used.
    var uses = Int.max
    /// Indicates whether a response contains the next nonce.
    var announcesNonces = false
    /// Indicates whether the server marks a stale nonce as such.
    var saysStale = true
    /// The `qop` value in the server's proof; `nil` if the server sends no proof.
    var proves: String?
    /// Corrupts the server's proof.
    var spoils: @Sendable (String) -> String = { $0 }
    var body = "welcome"
}

/// A server that checks credentials by Digest, written without the code of the client.
final class DigestServer: Sendable {
    private struct State {
        var issued = 0
        /// The counts that were used with each nonce.
        var counts: [String: Set<String>] = [:]
        /// The first client nonce for each nonce, which becomes part of the session key.
        var first: [String: String] = [:]
        var accepted = 0
    }

    private let rules: Guarded<DigestRules>
    private let state = Guarded(State())

    init(_ rules: DigestRules = DigestRules()) {
        self.rules = Guarded(rules)
    }

    var accepted: Int { state.withLock { $0.accepted } }

    func change(_ change: @Sendable (inout DigestRules) -> Void) { rules.withLock { change(&$0) } }

    /// Forgets all nonces.
    func forget() { state.withLock { $0.counts = [:] } }

    func respond(to request: RawRequest) -> String {
        let rules = rules.withLock { $0 }
        return state.withLock { state in
            guard let field = request.first("Authorization"), let sent = field.asChallenge else {
                return Self.challenge(rules, &state, isStale: false)
            }
            guard Self.isValid(sent, request, rules, &state) else {
                return Self.challenge(rules, &state, isStale: false)
            }
            let nonce = sent.parameter("nonce") ?? ""
            let count = sent.parameter("nc") ?? "\(state.accepted)"
            guard let counts = state.counts[nonce], counts.count < rules.uses, !counts.contains(count) else {
                return Self.challenge(rules, &state, isStale: rules.saysStale)
            }
            state.counts[nonce]?.insert(count)
            state.accepted += 1
            return RawServer.ok(
                rules.body, fields: Self.info(sent, request, rules, &state), contentType: "text/plain")
        }
    }

    private static func challenge(_ rules: DigestRules, _ state: inout State, isStale: Bool) -> String {
        let realm = rules.realm.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        var field = "Digest realm=\"\(realm)\", nonce=\"\(nonce(&state))\", opaque=\"o\\\"\""
        if let algorithm = rules.algorithm { field += ", algorithm=\(algorithm)" }
        if let qop = rules.qop { field += ", qop=\"\(qop)\"" }
        if isStale { field += ", stale=TRUE" }
        return RawServer.response(
            status: 401, reason: "Unauthorized",
            fields: [("WWW-Authenticate", "Basic realm=\"x\""), ("WWW-Authenticate", field + rules.end)], body: "no")
    }

    private static func nonce(_ state: inout State) -> String {
        state.issued += 1
        state.counts["nonce-\(state.issued)"] = []
        return "nonce-\(state.issued)"
    }

    /// Returns whether the credentials prove the password, for this request and a nonce of this server or an earlier one.
    private static func isValid(
        _ sent: Challenge, _ request: RawRequest, _ rules: DigestRules, _ state: inout State
    ) -> Bool {
        let algorithm = rules.algorithm ?? "MD5"
        let qop = sent.parameter("qop")
        let user =
            rules.end.contains("userhash=true")
            ? DigestText.hash("\(rules.user):\(rules.realm)", by: algorithm) : rules.user
        guard sent.scheme == "digest", sent.parameter("username") == user, sent.parameter("realm") == rules.realm,
            sent.parameter("uri") == request.target, sent.parameter("opaque") == "o\"",
            sent.parameter("algorithm") == rules.algorithm, (qop == nil) == (rules.qop == nil)
        else { return false }
        var message = "\(request.method):\(request.target)"
        if qop == "auth-int" { message += ":\(DigestText.hash(request.body, by: algorithm))" }
        return sent.parameter("response") == proof(message, sent, qop, rules, &state)
    }

    private static func proof(
        _ message: String, _ sent: Challenge, _ qop: String?, _ rules: DigestRules, _ state: inout State
    ) -> String {
        let algorithm = rules.algorithm ?? "MD5"
        let nonce = sent.parameter("nonce") ?? "", clientNonce = sent.parameter("cnonce") ?? ""
        var key = DigestText.hash("\(rules.user):\(rules.realm):\(rules.password)", by: algorithm)
        if algorithm.lowercased().hasSuffix("-sess") {
            let first = state.first[clientNonce] ?? nonce
            state.first[clientNonce] = first
            key = DigestText.hash("\(key):\(first):\(clientNonce)", by: algorithm)
        }
        let middle = qop.map { ":\(sent.parameter("nc") ?? ""):\(clientNonce):\($0)" } ?? ""
        return DigestText.hash("\(key):\(nonce)\(middle):\(DigestText.hash(message, by: algorithm))", by: algorithm)
    }

    private static func info(
        _ sent: Challenge, _ request: RawRequest, _ rules: DigestRules, _ state: inout State
    ) -> [(String, String)] {
        var info: [String] = []
        if rules.announcesNonces { info.append("nextnonce=\"\(nonce(&state))\"") }
        if let qop = rules.proves {
            var message = ":\(request.target)"
            if qop == "auth-int" {
                message += ":\(DigestText.hash(Array(rules.body.utf8), by: rules.algorithm ?? "MD5"))"
            }
            let proof = rules.spoils(proof(message, sent, qop, rules, &state))
            info += [
                "qop=\(qop)", "rspauth=\"\(proof)\"", "cnonce=\"\(sent.parameter("cnonce") ?? "")\"",
                "nc=\(sent.parameter("nc") ?? "")",
            ]
        }
        return info.isEmpty ? [] : [("Authentication-Info", info.joined(separator: ", "))]
    }
}
#endif
