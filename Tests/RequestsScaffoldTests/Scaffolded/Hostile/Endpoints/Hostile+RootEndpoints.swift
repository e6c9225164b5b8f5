extension Hostile {
    struct RootEndpoints: Sendable {
        // Not scaffolded: GET /{broken, because its path isn't a template that an endpoint can
        // have.
    }
}
