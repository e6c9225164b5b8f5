/// Descriptions of a body's size.
package enum BodyText {
    package static func size(_ bytes: Int) -> String {
        bytes == 1 ? "1 byte" : "\(bytes) bytes"
    }
}
