// Code that needs a newer system than the package declares: `.ci/apple` compiles it, and expects exactly these errors.
// swift-format-ignore-file
struct Missing { let name: InlineArray<3, Int> }  // expected-error {{newer}} expected-note {{add}}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
struct Marked { let name: InlineArray<3, Int> }

func start() {  // expected-note {{add}}
    _ = Task.immediate {}  // expected-error {{newer}} expected-note {{add}}
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { _ = Task.immediate {} }
}

func elements() -> some Collection { "ab".enumerated() }  // expected-error {{conformance of}} expected-note 2 {{add}}

actor Counter {  // expected-note {{add}}
    isolated deinit {}  // expected-error {{newer}}
}
