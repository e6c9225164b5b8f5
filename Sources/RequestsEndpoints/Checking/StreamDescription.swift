import Requests

/// The elements of a stream, for a document.
package struct StreamDescription {
    package let mediaType: MediaType
    package let elementType: Any.Type
}

/// A stream of any element type.
protocol DescribedStream {
    static var description: StreamDescription { get }
}

extension ElementStream: DescribedStream where Element: StreamElement {
    static var description: StreamDescription {
        StreamDescription(mediaType: Element.streamFormat.contentType, elementType: Element.self)
    }
}
