// A substitute for the parts of Combine that the library uses. Nothing in it runs, and nothing but an error is Sendable.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public protocol Publisher<Output, Failure> {
    associatedtype Output
    associatedtype Failure: Error

    func receive<S: Subscriber>(subscriber: S) where S.Failure == Failure, S.Input == Output
}

public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
    associatedtype Input
    associatedtype Failure: Error

    func receive(subscription: any Subscription)
    func receive(_ input: Input) -> Subscribers.Demand
    func receive(completion: Subscribers.Completion<Failure>)
}

public protocol Cancellable {
    func cancel()
}

public protocol CustomCombineIdentifierConvertible {
    var combineIdentifier: CombineIdentifier { get }
}

public struct CombineIdentifier: Hashable {}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
    public var combineIdentifier: CombineIdentifier { CombineIdentifier() }
}

public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
    func request(_ demand: Subscribers.Demand)
}

public enum Subscribers {
    public struct Demand: Equatable {
        public var max: Int? { nil }
    }

    public enum Completion<Failure: Error> {
        case finished
        case failure(Failure)
    }
}

public struct AnySubscriber<Input, Failure: Error>: Subscriber {
    public let combineIdentifier = CombineIdentifier()

    public init<S: Subscriber>(_ subscriber: S) where Input == S.Input, Failure == S.Failure {}

    public func receive(subscription: any Subscription) {}
    public func receive(_ input: Input) -> Subscribers.Demand { Subscribers.Demand() }
    public func receive(completion: Subscribers.Completion<Failure>) {}
}
