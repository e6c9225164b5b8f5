import RequestsEndpoints
import RequestsInspection
import TestSupport
import Testing

@Suite("Shapes of types") struct TypeShapeTests {
    @Test func `a type that rejects all sample values is an error with the property`() {
        let error = #expect(throws: UnseenType.self) { try TypeShape(of: CheckedInput.Unlisted.self) }
        #expect(error?.property == "order")
        #expect(error?.reason == "the type couldn't be decoded from sample values")
    }

    @Test func `a property that is decoded by hand has no type`() {
        let error = #expect(throws: UnseenType.self) { try TypeShape(of: HandCoded.self) }
        #expect(error?.property == "holes")
        #expect(error?.reason == "custom decoding code hides the type of a property")
    }
}
