// A substitute for the parts of SwiftUI that the tutorial and the page "In an app" use: `.ci/run` type-checks views with it on
// Linux.
// It shows nothing. The declarations have the names, types and isolation of SwiftUI's, but leave out most parameters.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
@_exported import Foundation
@_exported import Observation

#if canImport(FoundationNetworking)
@_exported import FoundationNetworking
#endif

@MainActor @preconcurrency
public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    public var body: Never { return fatalError() }
}

/// A view without content.
public protocol EmptyBody: View where Body == Never {}

extension EmptyBody {
    public var body: Never { return fatalError() }
}

@resultBuilder
public enum ViewBuilder {
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> Group<(repeat each Content)> {
        Group()
    }

    public static func buildOptional<Content: View>(_ content: Content?) -> Group<Content?> { Group() }
    public static func buildEither<First: View, Second: View>(first: First) -> Either<First, Second> { Either() }
    public static func buildEither<First: View, Second: View>(second: Second) -> Either<First, Second> { Either() }
}

public struct Group<Content>: EmptyBody {
    nonisolated init() {}
}

public struct Either<First: View, Second: View>: EmptyBody {
    nonisolated init() {}
}

// MARK: Views

public struct Text: EmptyBody {
    public nonisolated init(_ content: some StringProtocol) {}
}

public struct ProgressView: EmptyBody {
    public init() {}
    public init(value: (some BinaryFloatingPoint)?) {}
}

public struct List<Content: View>: EmptyBody {
    public init(@ViewBuilder content: () -> Content) {}
}

public struct ForEach<Elements: RandomAccessCollection, Content: View>: EmptyBody where Elements.Element: Identifiable {
    public init(_ elements: Elements, @ViewBuilder content: @escaping (Elements.Element) -> Content) {}
}

public struct VStack<Content: View>: EmptyBody {
    public init(@ViewBuilder content: () -> Content) {}
}

public struct Button: EmptyBody {
    public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {}
}

public struct ShareLink: EmptyBody {
    public init(item: URL) {}
}

public struct NavigationStack<Root: View>: EmptyBody {
    public init(@ViewBuilder root: () -> Root) {}
}

public struct NavigationLink<Destination: View>: EmptyBody {
    public init(_ title: some StringProtocol, @ViewBuilder destination: () -> Destination) {}
}

// MARK: Modifiers

extension View {
    public nonisolated func task(
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { Group<Self>() }

    public nonisolated func task(
        id: some Equatable, @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { Group<Self>() }

    public nonisolated func refreshable(action: @escaping @Sendable () async -> Void) -> some View { Group<Self>() }

    public nonisolated func searchable(text: Binding<String>) -> some View { Group<Self>() }

    public nonisolated func navigationTitle(_ title: some StringProtocol) -> some View { Group<Self>() }

    public nonisolated func overlay(@ViewBuilder content: () -> some View) -> some View { Group<Self>() }
}

// MARK: State

@propertyWrapper
public struct State<Value> {
    public var wrappedValue: Value

    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

@propertyWrapper @dynamicMemberLookup
public struct Bindable<Value: AnyObject & Observable> {
    public var wrappedValue: Value
    public var projectedValue: Bindable<Value> { self }

    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

    public subscript<Subject>(dynamicMember path: ReferenceWritableKeyPath<Value, Subject>) -> Binding<Subject> {
        Binding()
    }
}

public struct Binding<Value> {
    nonisolated init() {}
}

public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Value { get }
}

public struct EnvironmentValues {
    public subscript<Key: EnvironmentKey>(_ key: Key.Type) -> Key.Value {
        get { Key.defaultValue }
        set {}
    }
}

@propertyWrapper
public struct Environment<Value> {
    public var wrappedValue: Value { fatalError() }

    public init(_ path: KeyPath<EnvironmentValues, Value>) {}
}

// MARK: Apps

@MainActor @preconcurrency
public protocol App {
    associatedtype Body: Scene
    @SceneBuilder var body: Body { get }
    init()
}

extension App {
    public static func main() {}
}

@MainActor @preconcurrency
public protocol Scene {}

@resultBuilder
public enum SceneBuilder {
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public struct WindowGroup<Content: View>: Scene {
    public init(@ViewBuilder content: () -> Content) {}
}
