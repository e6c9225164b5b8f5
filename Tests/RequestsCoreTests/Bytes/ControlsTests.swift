import Requests
import Testing

@testable import RequestsCore

struct ControlsTests {
    @Test(arguments: 0..<20)
    func `a control character is found at every place, and no other byte is found`(length: Int) {
        #expect(![UInt8](repeating: 0x20, count: length).withUnsafeBufferPointer(\.hasControls))
        for place in 0..<length {
            for byte in UInt8.min...UInt8.max {
                var bytes = [UInt8](repeating: 0xE9, count: length)
                bytes[place] = byte
                let isControl = byte < 0x20 || byte == 0x7F
                #expect(bytes.withUnsafeBufferPointer(\.hasControls) == isControl, "0x\(byte.hexText) at \(place)")
            }
        }
    }
}
