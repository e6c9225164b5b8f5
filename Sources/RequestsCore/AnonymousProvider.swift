public import Foundation

/// An API for one-off requests, without a separate type.
///
/// ```swift
/// let ip = try await URLSession.shared.perform(
///     AnonymousProvider("https://api.example.com").get(.text, from: "/ip"))
/// ```
public struct AnonymousProvider: RequestProviding {
    /// The base URL of all endpoints.
    public let baseURL: URL

    /// The styles for writing and reading values.
    public let coding: Coding

    /// Makes a provider with a literal base URL.
    ///
    /// - Precondition: The literal is a valid URL.
    public init(_ baseURL: StaticString, coding: Coding = .standard) {
        self.init(baseURL: URL(baseURL), coding: coding)
    }

    /// Makes a provider with a base URL.
    public init(baseURL: URL, coding: Coding = .standard) {
        self.baseURL = baseURL
        self.coding = coding
    }
}
