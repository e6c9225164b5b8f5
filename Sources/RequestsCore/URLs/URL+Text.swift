import Foundation

extension URL {
    /// Makes a URL from the text of a message's URL; escapes illegal characters only if the text isn't a URL otherwise.
    init?(text: String) {
        if let url = URL(string: text, encodingInvalidCharacters: false) ?? URL(string: text) {
            self = url
        } else {
            return nil
        }
    }
}
