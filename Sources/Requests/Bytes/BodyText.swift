/// Descriptions of a body's size.
enum BodyText {
    static func size(_ bytes: Int) -> String {
        bytes == 1 ? "1 byte" : "\(bytes) bytes"
    }
}
