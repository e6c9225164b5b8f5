extension RangeExpression<Int> {
    /// Returns the positions in a file with this size in bytes; `nil` if the file doesn't contain all of them.
    ///
    /// The standard library traps for a range that begins after the end.
    func positions(in size: Int) -> Range<Int>? {
        let (start, end): (Int, Int)
        switch self {
        case let range as Range<Int>: (start, end) = (range.lowerBound, range.upperBound)
        case let range as ClosedRange<Int>: (start, end) = (range.lowerBound, range.upperBound &+ 1)
        case let range as PartialRangeFrom<Int>: (start, end) = (range.lowerBound, size)
        case let range as PartialRangeUpTo<Int>: (start, end) = (0, range.upperBound)
        case let range as PartialRangeThrough<Int>: (start, end) = (0, range.upperBound &+ 1)
        default:
            let range = relative(to: 0..<size)
            (start, end) = (range.lowerBound, range.upperBound)
        }
        return 0 <= start && start <= end && end <= size ? start..<end : nil
    }
}
