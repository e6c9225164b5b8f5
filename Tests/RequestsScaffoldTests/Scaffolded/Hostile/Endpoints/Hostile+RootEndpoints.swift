extension Hostile {
    struct RootEndpoints: Sendable {
        // Not scaffolded: GET /{broken, because the path isn't a valid path template.
    }
}
