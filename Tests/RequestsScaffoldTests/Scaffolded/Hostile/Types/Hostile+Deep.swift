import Requests

extension Hostile {
    struct Deep: Codable, Hashable, Sendable {
        var n: DeepN?
    }

    // Not scaffolded: the type DeepNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN, replaced by JSONValue
    // because its schema is nested too deeply.
    struct DeepNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN: Codable, Hashable, Sendable {
        var n: JSONValue?
    }

    struct DeepNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN: Codable, Hashable, Sendable {
        var n: DeepNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN?
    }

    struct DeepNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN: Codable, Hashable, Sendable {
        var n: DeepNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN?
    }

    struct DeepNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN: Codable, Hashable, Sendable {
        var n: DeepNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN?
    }

    struct DeepNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN: Codable, Hashable, Sendable {
        var n: DeepNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN?
    }

    struct DeepNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN: Codable, Hashable, Sendable {
        var n: DeepNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN?
    }

    struct DeepNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN: Codable, Hashable, Sendable {
        var n: DeepNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN?
    }

    struct DeepNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN: Codable, Hashable, Sendable {
        var n: DeepNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN?
    }

    struct DeepNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN: Codable, Hashable, Sendable {
        var n: DeepNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN?
    }

    struct DeepNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN: Codable, Hashable, Sendable {
        var n: DeepNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN?
    }

    struct DeepNNNNNNNNNNNNNNNNNNNNNNNNNNNNN: Codable, Hashable, Sendable {
        var n: DeepNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN?
    }

    struct DeepNNNNNNNNNNNNNNNNNNNNNNNNNNNN: Codable, Hashable, Sendable {
        var n: DeepNNNNNNNNNNNNNNNNNNNNNNNNNNNNN?
    }

    struct DeepNNNNNNNNNNNNNNNNNNNNNNNNNNN: Codable, Hashable, Sendable {
        var n: DeepNNNNNNNNNNNNNNNNNNNNNNNNNNNN?
    }

    struct DeepNNNNNNNNNNNNNNNNNNNNNNNNNN: Codable, Hashable, Sendable {
        var n: DeepNNNNNNNNNNNNNNNNNNNNNNNNNNN?
    }

    struct DeepNNNNNNNNNNNNNNNNNNNNNNNNN: Codable, Hashable, Sendable {
        var n: DeepNNNNNNNNNNNNNNNNNNNNNNNNNN?
    }

    struct DeepNNNNNNNNNNNNNNNNNNNNNNNN: Codable, Hashable, Sendable {
        var n: DeepNNNNNNNNNNNNNNNNNNNNNNNNN?
    }

    struct DeepNNNNNNNNNNNNNNNNNNNNNNN: Codable, Hashable, Sendable {
        var n: DeepNNNNNNNNNNNNNNNNNNNNNNNN?
    }

    struct DeepNNNNNNNNNNNNNNNNNNNNNN: Codable, Hashable, Sendable {
        var n: DeepNNNNNNNNNNNNNNNNNNNNNNN?
    }

    struct DeepNNNNNNNNNNNNNNNNNNNNN: Codable, Hashable, Sendable {
        var n: DeepNNNNNNNNNNNNNNNNNNNNNN?
    }

    struct DeepNNNNNNNNNNNNNNNNNNNN: Codable, Hashable, Sendable {
        var n: DeepNNNNNNNNNNNNNNNNNNNNN?
    }

    struct DeepNNNNNNNNNNNNNNNNNNN: Codable, Hashable, Sendable {
        var n: DeepNNNNNNNNNNNNNNNNNNNN?
    }

    struct DeepNNNNNNNNNNNNNNNNNN: Codable, Hashable, Sendable {
        var n: DeepNNNNNNNNNNNNNNNNNNN?
    }

    struct DeepNNNNNNNNNNNNNNNNN: Codable, Hashable, Sendable {
        var n: DeepNNNNNNNNNNNNNNNNNN?
    }

    struct DeepNNNNNNNNNNNNNNNN: Codable, Hashable, Sendable {
        var n: DeepNNNNNNNNNNNNNNNNN?
    }

    struct DeepNNNNNNNNNNNNNNN: Codable, Hashable, Sendable {
        var n: DeepNNNNNNNNNNNNNNNN?
    }

    struct DeepNNNNNNNNNNNNNN: Codable, Hashable, Sendable {
        var n: DeepNNNNNNNNNNNNNNN?
    }

    struct DeepNNNNNNNNNNNNN: Codable, Hashable, Sendable {
        var n: DeepNNNNNNNNNNNNNN?
    }

    struct DeepNNNNNNNNNNNN: Codable, Hashable, Sendable {
        var n: DeepNNNNNNNNNNNNN?
    }

    struct DeepNNNNNNNNNNN: Codable, Hashable, Sendable {
        var n: DeepNNNNNNNNNNNN?
    }

    struct DeepNNNNNNNNNN: Codable, Hashable, Sendable {
        var n: DeepNNNNNNNNNNN?
    }

    struct DeepNNNNNNNNN: Codable, Hashable, Sendable {
        var n: DeepNNNNNNNNNN?
    }

    struct DeepNNNNNNNN: Codable, Hashable, Sendable {
        var n: DeepNNNNNNNNN?
    }

    struct DeepNNNNNNN: Codable, Hashable, Sendable {
        var n: DeepNNNNNNNN?
    }

    struct DeepNNNNNN: Codable, Hashable, Sendable {
        var n: DeepNNNNNNN?
    }

    struct DeepNNNNN: Codable, Hashable, Sendable {
        var n: DeepNNNNNN?
    }

    struct DeepNNNN: Codable, Hashable, Sendable {
        var n: DeepNNNNN?
    }

    struct DeepNNN: Codable, Hashable, Sendable {
        var n: DeepNNNN?
    }

    struct DeepNN: Codable, Hashable, Sendable {
        var n: DeepNNN?
    }

    struct DeepN: Codable, Hashable, Sendable {
        var n: DeepNN?
    }
}
