import Foundation
import Requests

extension DiskRecord.Entry {
    func write(to writer: inout FieldWriter) {
        writer.write(id)
        switch body {
        case .inline(let bytes):
            writer.write(true)
            writer.write(UInt64(bytes.count))
            writer.write(bytes)
        case .file(let count):
            writer.write(false)
            writer.write(UInt64(count))
        }
        head.write(to: &writer)
    }

    init?(from reader: inout FieldReader) {
        guard let id = reader.number(UInt64.self), let isInline = reader.flag(),
            let count = reader.number(UInt64.self).flatMap(Int.init(exactly:))
        else { return nil }
        if isInline {
            guard let bytes = reader.slice(count) else { return nil }
            body = .inline(Array(bytes))
        } else {
            body = .file(count)
        }
        guard let head = StoredHead(from: &reader) else { return nil }
        (self.id, self.head) = (id, head)
    }
}

extension StoredHead {
    func write(to writer: inout FieldWriter) {
        writer.write(Int64(status.code))
        writer.write(url)
        writer.write(requestTime.timeIntervalSinceReferenceDate.bitPattern)
        writer.write(responseTime.timeIntervalSinceReferenceDate.bitPattern)
        writer.write(isSensitive)
        writer.write(UInt32(selecting.count))
        for field in selecting {
            writer.write(field.name)
            writer.write(field.value != nil)
            if let value = field.value { writer.write(value) }
        }
        writer.write(UInt32(header.count))
        for field in header {
            writer.write(field.name.rawValue)
            writer.write(field.value)
            // A field can also be sensitive because of its name.
            writer.write(field != HeaderField(field.name, field.value))
        }
    }

    convenience init?(from reader: inout FieldReader) {
        guard let status = reader.number(Int64.self).flatMap(Int.init(exactly:)), let url = reader.text(),
            let requestTime = reader.number(UInt64.self), let responseTime = reader.number(UInt64.self),
            let isSensitive = reader.flag(), let selecting = [SelectingField](from: &reader),
            let header = HeaderFields(from: &reader)
        else { return nil }
        self.init(
            status: HTTPStatus(status), header: header, url: url,
            requestTime: Date(timeIntervalSinceReferenceDate: Double(bitPattern: requestTime)),
            responseTime: Date(timeIntervalSinceReferenceDate: Double(bitPattern: responseTime)),
            selecting: selecting, isSensitive: isSensitive)
    }
}

extension [SelectingField] {
    fileprivate init?(from reader: inout FieldReader) {
        guard let count = reader.number(UInt32.self) else { return nil }
        self = []
        for _ in 0..<count {
            guard let name = reader.text(), let hasValue = reader.flag() else { return nil }
            let value = hasValue ? reader.text() : nil
            guard hasValue == (value != nil) else { return nil }
            append(SelectingField(name: name, value: value))
        }
    }
}

extension HeaderFields {
    fileprivate init?(from reader: inout FieldReader) {
        guard let count = reader.number(UInt32.self) else { return nil }
        self = []
        for _ in 0..<count {
            guard let name = reader.text(), let value = reader.text(), let isMarked = reader.flag() else {
                return nil
            }
            append(HeaderField(HeaderField.Name(name), value, isSensitive: isMarked))
        }
    }
}
