extension Request {
    /// Sets the query items.
    ///
    /// All previous items are discarded, except those of the base URL and of the endpoint.
    @inlinable
    public consuming func with(query items: [QueryItem]) -> Self {
        parts.target.removeItems()
        for item in items { parts.target.append(item) }
        return self
    }

    /// Adds query items at the end.
    ///
    /// ```swift
    /// // ?page=2&sort=name&debug
    /// request.adding(queryItems: [QueryItem("page", 2), QueryItem("sort", "name"), QueryItem("debug")])
    /// ```
    @inlinable
    public consuming func adding(queryItems items: [QueryItem]) -> Self {
        for item in items { parts.target.append(item) }
        return self
    }

    /// Adds a value to the query.
    ///
    /// ```swift
    /// // ?page=2&state=open&tags=a&tags=b
    /// request.adding(query: "page", 2).adding(query: "state", State.open).adding(query: "tags", ["a", "b"])
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name, to which the API's key style doesn't apply.
    ///   - value: Any value; `nil` is omitted, unless the API's ``Coding`` writes it.
    ///   - isSensitive: Indicates whether the value is left out of descriptions.
    /// - Returns: A new request; this one is unchanged.
    @inlinable
    public consuming func adding(
        query name: String, _ value: some Encodable & Sendable, isSensitive: Bool = false
    ) -> Self {
        // If the type is known, the compiler removes the other branches.
        if !isSensitive, let text = value as? String {
            parts.target.append(name, text: text)
        } else if !isSensitive, let integer = value as? Int {
            parts.target.append(name, integer: integer)
        } else {
            parts.target.append(QueryItem(name, value, isSensitive: isSensitive))
        }
        return self
    }

    /// Sets a value of the query.
    ///
    /// The value replaces all items with the same name, including those of the endpoint and those that came from a
    /// value's properties. The items of the base URL are kept.
    ///
    /// ```swift
    /// // ?state=open&page=3
    /// api.get(.json([Issue].self), from: "/issues?page=2&state=open").setting(query: "page", 3)
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name, to which the API's key style doesn't apply.
    ///   - value: Any value; `nil` only removes the previous items, unless the API's ``Coding`` writes it.
    ///   - isSensitive: Indicates whether the value is left out of descriptions.
    /// - Returns: A new request; this one is unchanged.
    @inlinable
    public consuming func setting(
        query name: String, _ value: some Encodable & Sendable, isSensitive: Bool = false
    ) -> Self {
        parts.target.removeItems(name)
        parts.target.append(QueryItem(name, value, isSensitive: isSensitive))
        return self
    }

    /// Adds the properties of a value to the query, in the order in which the value encodes them.
    ///
    /// The entries of a dictionary are sorted.
    ///
    /// ```swift
    /// struct Filter: Encodable { var state: State; var labels: [String] }
    ///
    /// // ?state=open&labels=bug&labels=urgent
    /// request.adding(query: Filter(state: .open, labels: ["bug", "urgent"]))
    /// ```
    @inlinable
    public consuming func adding(query values: some Encodable & Sendable) -> Self {
        parts.target.append(QueryItem(contentsOf: values))
        return self
    }

    /// Adds a flag to the query: a name without a value.
    ///
    /// ```swift
    /// // ?debug
    /// request.adding(query: "debug")
    /// ```
    @inlinable
    public consuming func adding(query flag: String) -> Self {
        parts.target.append(QueryItem(flag))
        return self
    }
}
