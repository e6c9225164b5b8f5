import Foundation
import Requests

extension Explainer {
    /// The most important options of the transport, and all other options that differ from their defaults.
    var policyParts: [Part] {
        let policy = parts.options.policy
        var found = [
            Part(place: .policy, text: "timeout: \(Self.text(of: parts.timeout)) without data", source: timeoutSource),
            part("total timeout: \(Self.text(of: policy.totalTimeout.map { $0 / .seconds(1) } ?? .infinity))") {
                $0.policy.totalTimeout
            },
            redirects(policy),
            part("response: at most \(Self.size(policy.responseSizeLimit)) in memory") { $0.policy.responseSizeLimit },
        ]
        let download = part("download: at most \(Self.size(policy.downloadSizeLimit))") { $0.policy.downloadSizeLimit }
        let others = [
            download, part("compression: \(policy.compression)") { $0.policy.compression },
            part("retries: \(Self.text(of: parts.options.retryPolicy))") { $0.retryPolicy?.attemptLimit },
            part("idempotent: \(Self.text(of: parts.options.idempotency))") { $0.idempotency },
            part("credentials: \(Self.text(of: parts.options.authentication))") { $0.authentication },
        ]
        found += others.filter { $0.source != .standard }
        if parts.cachePolicy != .useProtocolCachePolicy {
            let layer = layers.last { $0.cachePolicy == parts.cachePolicy }
            let text = "cache policy: raw value \(parts.cachePolicy.rawValue) of URLRequest.CachePolicy"
            found.append(Part(place: .policy, text: text, source: layer?.source ?? parts.rest("cachePolicy")))
        }
        return found
    }

    /// Returns the source of an option.
    func source<Value: Equatable>(_ option: (RequestOptions) -> Value) -> Source {
        let value = option(parts.options)
        if value == option(RequestOptions()) { return .standard }
        return layers.last { option($0.options) == value }?.source ?? parts.rest("options")
    }

    private func part<Value: Equatable>(_ text: String, _ option: (RequestOptions) -> Value) -> Part {
        Part(place: .policy, text: text, source: source(option))
    }

    private var timeoutSource: Source {
        if parts.timeout == 60 { return .standard }
        return layers.last { $0.timeout == parts.timeout }?.source ?? parts.rest("timeoutInterval")
    }

    private func redirects(_ policy: TransportPolicy) -> Part {
        let text =
            switch policy.redirects {
            case .follow: "followed, at most \(policy.redirectLimit)"
            case .sameOrigin: "followed within the origin, at most \(policy.redirectLimit)"
            case .stop: "returned as the response"
            }
        let source = source { $0.policy.redirects }
        return Part(
            place: .policy, text: "redirects: \(text)",
            source: source == .standard ? self.source { $0.policy.redirectLimit } : source)
    }

    private static func text(of timeout: TimeInterval) -> String {
        if timeout == .infinity { return "none" }
        guard let seconds = Int(exactly: timeout) else { return "\(timeout) seconds" }
        if seconds > 0, seconds.isMultiple(of: 86_400) {
            return seconds == 86_400 ? "1 day" : "\(seconds / 86_400) days"
        }
        return seconds == 1 ? "1 second" : "\(seconds) seconds"
    }

    private static func size(_ bytes: Int) -> String {
        for (unit, shift) in [("TiB", 40), ("GiB", 30), ("MiB", 20), ("KiB", 10)]
        where bytes > 0 && bytes.isMultiple(of: 1 << shift) {
            return "\(bytes >> shift) \(unit)"
        }
        return "\(bytes) bytes"
    }

    private static func text(of policy: RetryPolicy?) -> String {
        policy.map { "at most \($0.attemptLimit) attempt\($0.attemptLimit == 1 ? "" : "s")" } ?? "by the transport"
    }

    private static func text(of idempotency: Idempotency) -> String {
        switch idempotency {
        case .byMethod: "depends on the method"
        case .declared: "yes"
        case .keyed: "yes, with a key"
        case .refused: "no"
        }
    }

    private static func text(of requirement: AuthenticationRequirement) -> String {
        switch requirement {
        case .none: "none"
        case .optional: "optional"
        case .required: "required"
        }
    }
}
