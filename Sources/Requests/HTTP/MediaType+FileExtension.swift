extension MediaType {
    /// Guesses the media type of a file from the extension of its name; `nil` for an unknown extension.
    ///
    /// Case is ignored. The table is the same on every platform, so that the same request produces the same bytes.
    ///
    /// - Parameter filenameExtension: The extension without its dot, such as `png`.
    public init?(filenameExtension: String) {
        guard let known = Self.byExtension[filenameExtension.lowercased()] else { return nil }
        self = known
    }

    /// The types of IANA's registry, by the common extensions.
    private static let byExtension: [String: MediaType] = [
        "7z": "application/x-7z-compressed", "aac": "audio/aac", "apng": "image/apng", "avi": "video/x-msvideo",
        "avif": "image/avif", "bmp": "image/bmp", "bz2": "application/x-bzip2", "cbor": "application/cbor",
        "css": "text/css", "csv": .csv,
        "doc": "application/msword",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "eml": "message/rfc822", "epub": "application/epub+zip", "flac": "audio/flac", "gif": .gif,
        "gz": "application/gzip", "heic": "image/heic", "heif": "image/heif", "htm": .html, "html": .html,
        "ico": "image/vnd.microsoft.icon", "ics": "text/calendar", "jpeg": .jpeg, "jpg": .jpeg, "js": "text/javascript",
        "json": .json, "jsonl": "application/jsonl", "jxl": "image/jxl", "m4a": "audio/mp4", "m4v": "video/mp4",
        "markdown": "text/markdown", "md": "text/markdown", "mid": "audio/midi", "mjs": "text/javascript",
        "mkv": "video/matroska", "mov": "video/quicktime", "mp3": "audio/mpeg", "mp4": "video/mp4",
        "mpeg": "video/mpeg", "mpg": "video/mpeg",
        "odp": "application/vnd.oasis.opendocument.presentation",
        "ods": "application/vnd.oasis.opendocument.spreadsheet",
        "odt": "application/vnd.oasis.opendocument.text",
        "oga": "audio/ogg", "ogg": "audio/ogg", "ogv": "video/ogg", "opus": "audio/ogg", "otf": "font/otf", "pdf": .pdf,
        "pkpass": "application/vnd.apple.pkpass", "png": .png, "ppt": "application/vnd.ms-powerpoint",
        "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "rtf": "application/rtf", "svg": .svg, "tar": "application/x-tar", "tif": "image/tiff", "tiff": "image/tiff",
        "toml": "application/toml", "tsv": "text/tab-separated-values", "ttf": "font/ttf", "txt": .plainText,
        "usdz": "model/vnd.usdz+zip", "vcf": "text/vcard", "wasm": "application/wasm", "wav": "audio/wav",
        "weba": "audio/webm", "webm": "video/webm", "webmanifest": "application/manifest+json", "webp": .webP,
        "woff": "font/woff", "woff2": "font/woff2", "xhtml": "application/xhtml+xml",
        "xls": "application/vnd.ms-excel",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "xml": .xml, "yaml": "application/yaml", "yml": "application/yaml", "zip": .zip, "zst": "application/zstd",
    ]
}

extension MediaType {
    /// `image/png`.
    public static let png: MediaType = "image/png"
    /// `image/jpeg`.
    public static let jpeg: MediaType = "image/jpeg"
    /// `image/gif`.
    public static let gif: MediaType = "image/gif"
    /// `image/webp`.
    public static let webP: MediaType = "image/webp"
    /// `image/svg+xml`.
    public static let svg: MediaType = "image/svg+xml"
    /// `application/pdf`.
    public static let pdf: MediaType = "application/pdf"
    /// `application/zip`.
    public static let zip: MediaType = "application/zip"
    /// `text/csv`, without a charset.
    public static let csv: MediaType = "text/csv"
}
