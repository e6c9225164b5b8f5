// A substitute for the parts of Apple's C library that differ from Glibc. Nothing in it runs.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
@_exported import Glibc

public let SO_NOSIGPIPE: Int32 = 0x1022
public let SOCK_STREAM: Int32 = 1

extension stat {
    public var st_mtimespec: timespec { st_mtim }
}
