import Foundation

/// The number of further calls that a server allows, from the fields of a response.
struct ServerQuota: Equatable {
    /// The number of calls that the server allows in each window.
    struct Policy: Equatable {
        var count: Int
        var window: Duration
    }

    /// The number of further calls that the server allows.
    var remaining: Int
    /// The time until the server allows more calls.
    var delay: Duration
    /// The policy after that time; `nil` if unknown.
    var policy: Policy?

    /// Reads the quota of a response; `nil` if no field contains it.
    ///
    /// - Parameters:
    ///   - head: The head of the response.
    ///   - now: Returns the current date, for a response without a `Date`.
    init?(_ head: ResponseHead, now: () -> Date) {
        switch head.status {
        case .forbidden, .tooManyRequests, .serviceUnavailable:
            if let wait = head.retryAfter(now: now) {
                self.init(remaining: 0, delay: min(wait, .seconds(Self.longestWait)))
                return
            }
        default: break
        }
        guard let quota = Self.standard(head.header) ?? Self.triple(head, now: now) else { return nil }
        self = quota
    }

    private init(remaining: Int, delay: Duration, policy: Policy? = nil) {
        self.remaining = remaining
        self.delay = delay
        self.policy = policy
    }

    /// The maximum wait in seconds, some 30 years, so that no sum overflows.
    private static let longestWait = 1e9

    /// Reads `RateLimit: "policy";r=0;t=30`, with the window of `RateLimit-Policy: "policy";q=100;w=60`, or the earlier form
    /// `RateLimit: limit=100, remaining=0, reset=30` (draft-ietf-httpapi-ratelimit-headers-10, and -07).
    private static func standard(_ header: HeaderFields) -> ServerQuota? {
        let items = items(of: "RateLimit", in: header)
        if items.isEmpty { return nil }
        let policies = self.items(of: "RateLimit-Policy", in: header)
        let quotas = items.compactMap { item -> ServerQuota? in
            guard let remaining = count(item.parameters["r"]) else { return nil }
            let named = policies.first { $0.name == item.name }?.parameters ?? [:]
            let window = seconds(named["w"])
            guard let delay = seconds(item.parameters["t"]) ?? window else { return nil }
            // The quota may count bytes, for example. Such a quota limits calls only if it is used up.
            let isOfCalls = (named["qu"] ?? "requests") == "requests"
            guard isOfCalls || remaining == 0 else { return nil }
            let policy = isOfCalls ? count(named["q"]).map { Policy(count: max($0, 1), window: window ?? .zero) } : nil
            return ServerQuota(remaining: remaining, delay: delay, policy: policy)
        }
        if let strictest = quotas.min(by: { ($0.remaining, $1.delay) < ($1.remaining, $0.delay) }) { return strictest }
        // In the earlier form, each item is a `name=value` pair.
        let members = Dictionary(
            items.compactMap { item in
                item.name.firstIndex(of: "=").map { (item.name[..<$0], String(item.name[$0...].dropFirst())) }
            }, uniquingKeysWith: { $1 })
        guard let remaining = count(members["remaining"]), let delay = seconds(members["reset"]) else { return nil }
        return ServerQuota(remaining: remaining, delay: delay)
    }

    /// Reads fields such as `X-RateLimit-Remaining: 0` and `X-RateLimit-Reset: 1700000000`.
    ///
    /// A reset of 10¹¹ or more is a Unix time in milliseconds, a reset of 10⁹ or more is a Unix time in seconds, and a
    /// smaller number is in seconds from now.
    private static func triple(_ head: ResponseHead, now: () -> Date) -> ServerQuota? {
        let header = head.header
        for (remainingName, resetName) in tripleNames {
            guard let remaining = count(header[remainingName]), var reset = number(header[resetName])
            else { continue }
            if reset >= 1e11 { reset /= 1_000 }
            if reset >= 1e9 { reset -= head.serverTime(now: now()) }
            return ServerQuota(remaining: remaining, delay: .seconds(min(max(reset, 0), longestWait)))
        }
        return nil
    }

    private static let tripleNames = ["RateLimit-", "X-RateLimit-", "X-Rate-Limit-"].map {
        (HeaderField.Name($0 + "Remaining"), HeaderField.Name($0 + "Reset"))
    }

    /// Returns the items in a list of structured fields, with their parameters (RFC 9651, section 3.1.1).
    private static func items(
        of name: HeaderField.Name, in header: HeaderFields
    ) -> [(name: String, parameters: [String: String])] {
        guard let text = header[name] else { return [] }
        var rest = Array(text.utf8)[...]
        var items: [(String, [String: String])] = []
        while !rest.isEmpty {
            let item = HeaderListElement.take(from: &rest)
            rest = rest.dropFirst()
            // A quoted name may contain a semicolon.
            var isQuoted = false
            let name = item.prefix { byte in
                if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
                return isQuoted || byte != UInt8(ascii: ";")
            }
            let parameters = ParameterReader(String(decoding: item[name.endIndex...], as: UTF8.self)).parameters
            items.append(
                (
                    String(decoding: name, as: UTF8.self).trimmingCharacters(in: .whitespaces),
                    Dictionary(parameters.map { $0 }, uniquingKeysWith: { $1 })
                ))
        }
        return items
    }

    /// Returns a number of calls; `nil` if the text isn't a whole number.
    private static func count(_ text: String?) -> Int? {
        guard let text, !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return Int(text) ?? .max
    }

    /// Returns a duration; `nil` if the text isn't a number of seconds.
    private static func seconds(_ text: String?) -> Duration? {
        number(text).map { .seconds(min($0, longestWait)) }
    }

    /// Returns a number; `nil` if the text contains anything but digits and a decimal point.
    private static func number(_ text: String?) -> Double? {
        guard let text, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }) else { return nil }
        return Double(text)
    }
}
