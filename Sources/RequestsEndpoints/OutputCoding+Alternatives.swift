import Requests

extension OutputCoding where Output: Codable {
    /// The coding of an output with a case for each status.
    static var alternatives: Self {
        OutputCoding(
            decoder: { .alternatives(body: $0) },
            write: { output, _, format, coding in
                let found = try StatusAlternative(of: output)
                let writer = OutputWriter(status: found.status, format: format, coding: coding)
                guard let payload = found.payload else { return writer.response(.none, found.status, HeaderFields()) }
                return try writer.response(payload)
            },
            status: .ok)
    }
}

extension EndpointExample {
    /// Returns the associated value of the output's case; `nil` if the case has a different status or no associated
    /// value.
    package func output(for status: HTTPStatus) -> (any Encodable)? {
        guard let output, let found = try? StatusAlternative(of: output), found.status == status else {
            return nil
        }
        return found.payload
    }
}
