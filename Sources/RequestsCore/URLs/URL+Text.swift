import Foundation

extension URL {
    /// Makes a URL from the text of a message's URL, and encodes characters only if the text isn't a URL without that.
    init?(text: String) {
        if let url = URL(string: text, encodingInvalidCharacters: false) ?? URL(string: text) {
            self = url
        } else {
            return nil
        }
    }
}
