extension MediaType {
    /// Guesses the media type of a file from its name's extension; `nil` for an unknown extension.
    ///
    /// Case is ignored. The mapping is the same on every platform, so the same request produces the same bytes.
    ///
    /// - Parameter filenameExtension: The extension without its dot, such as `png`.
    public init?(filenameExtension: String) {
        guard let known = Self.byExtension[filenameExtension.lowercased()] else { return nil }
        self = known
    }

    private static let byExtension: [String: MediaType] = {
        var types: [String: MediaType] = [:]
        for line in table.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            guard let type = words.first.flatMap({ MediaType($0) }) else { continue }
            for filenameExtension in words.dropFirst() { types[filenameExtension] = type }
        }
        return types
    }()

    /// Types from IANA's registry, each with its common extensions.
    private static let table = """
        application/cbor cbor
        application/epub+zip epub
        application/gzip gz
        application/json json
        application/jsonl jsonl
        application/manifest+json webmanifest
        application/msword doc
        application/pdf pdf
        application/rtf rtf
        application/toml toml
        application/vnd.apple.pkpass pkpass
        application/vnd.ms-excel xls
        application/vnd.ms-powerpoint ppt
        application/vnd.oasis.opendocument.presentation odp
        application/vnd.oasis.opendocument.spreadsheet ods
        application/vnd.oasis.opendocument.text odt
        application/vnd.openxmlformats-officedocument.presentationml.presentation pptx
        application/vnd.openxmlformats-officedocument.spreadsheetml.sheet xlsx
        application/vnd.openxmlformats-officedocument.wordprocessingml.document docx
        application/wasm wasm
        application/x-7z-compressed 7z
        application/x-bzip2 bz2
        application/x-tar tar
        application/xhtml+xml xhtml
        application/xml xml
        application/yaml yaml yml
        application/zip zip
        application/zstd zst
        audio/aac aac
        audio/flac flac
        audio/midi mid
        audio/mp4 m4a
        audio/mpeg mp3
        audio/ogg oga ogg opus
        audio/wav wav
        audio/webm weba
        font/otf otf
        font/ttf ttf
        font/woff woff
        font/woff2 woff2
        image/apng apng
        image/avif avif
        image/bmp bmp
        image/gif gif
        image/heic heic
        image/heif heif
        image/jpeg jpeg jpg
        image/jxl jxl
        image/png png
        image/svg+xml svg
        image/tiff tif tiff
        image/vnd.microsoft.icon ico
        image/webp webp
        message/rfc822 eml
        model/vnd.usdz+zip usdz
        text/calendar ics
        text/css css
        text/csv csv
        text/html htm html
        text/javascript js mjs
        text/markdown markdown md
        text/plain txt
        text/tab-separated-values tsv
        text/vcard vcf
        video/matroska mkv
        video/mp4 m4v mp4
        video/mpeg mpeg mpg
        video/ogg ogv
        video/quicktime mov
        video/webm webm
        video/x-msvideo avi
        """
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
