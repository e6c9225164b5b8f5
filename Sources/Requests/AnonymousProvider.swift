public import Foundation

/// An API without a type of its own, for one-off requests.
///
/// ```swift
/// let ip = try await URLSession.shared.perform(
///     AnonymousProvider("https://api.example.com").get(.text, from: "/ip"))
/// ```
public struct AnonymousProvider: RequestProviding {
    /// The URL that all endpoints stand below.
    public let baseURL: URL

    /// How values are written and read.
    public let coding: Coding

    /// Makes a provider of a base URL that is a literal.
    ///
    /// - Precondition: The literal is a URL.
    public init(_ baseURL: StaticString, coding: Coding = .standard) {
        self.init(baseURL: URL(baseURL), coding: coding)
    }

    /// Makes a provider of a base URL.
    public init(baseURL: URL, coding: Coding = .standard) {
        self.baseURL = baseURL
        self.coding = coding
    }
}
