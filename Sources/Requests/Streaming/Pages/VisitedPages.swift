/// The pages that a stream has received, to detect a loop.
struct VisitedPages {
    /// The hash values of the first locations; the locations themselves can be long URLs.
    private var hashes: Set<Int> = []
    private var count = 0
    private var landmark: PagePosition.Location?

    /// The number of remembered locations.
    private static let limit = 65_536

    /// Returns whether a page was received before.
    func contains(_ location: PagePosition.Location) -> Bool {
        hashes.contains(location.hashValue) || landmark == location
    }

    /// Records a page.
    mutating func insert(_ location: PagePosition.Location) {
        if hashes.count < Self.limit { hashes.insert(location.hashValue) }
        count += 1
        // Later loops are detected by Brent's algorithm, which sets a landmark at each power of two.
        if count & (count - 1) == 0 { landmark = location }
    }
}
