extension Wire {
    /// The input of `order`.
    struct OrderInput: Codable, Hashable, Sendable {
        /// The JSON of `Label`.
        var address: String
        var meta: OrderMeta?
        var ids: [Int]
    }

    struct OrderMeta: Codable, Hashable, Sendable {
        var a: String?
    }
}
