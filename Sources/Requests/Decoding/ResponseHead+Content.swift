extension ResponseHead {
    /// The length of the content as the answer has it; `nil` where it does not say, or says two things.
    var contentLength: Int? {
        // Foundation joins several of the same by a comma and a space.
        let lengths = Set((header[.contentLength] ?? "").replacing(", ", with: ",").split(separator: ","))
        return lengths.count == 1 ? lengths.first.flatMap { Int(digits: $0.utf8) } : nil
    }

    /// Whether the content is compressed on its way, so that what is read has another length.
    var hasContentCoding: Bool {
        header[.contentEncoding].map { !$0.isEmpty && !$0.equalsIgnoringASCIICase("identity") } ?? false
    }
}
