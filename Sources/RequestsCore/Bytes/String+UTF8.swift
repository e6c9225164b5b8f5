extension String {
    /// Makes a string from UTF-8; `nil` if the bytes aren't valid.
    package init?(utf8 bytes: some Collection<UInt8>) {
        if #available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *) {
            self.init(validating: bytes, as: UTF8.self)
        } else {
            self.init(comparing: bytes)
        }
    }

    /// Makes a string from UTF-8 on older systems; `nil` if the bytes aren't valid.
    ///
    /// Decoding replaces invalid bytes, so the string then has different bytes.
    init?(comparing bytes: some Collection<UInt8>) {
        self.init(decoding: bytes, as: UTF8.self)
        guard utf8.elementsEqual(bytes) else { return nil }
    }
}
