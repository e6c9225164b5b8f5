#if AsyncHTTPClient
import NIOCore

extension Channel {
    /// Adds guards to the pipeline.
    ///
    /// A pipeline without the expected handlers stays unchanged, because AsyncHTTPClient can't use a connection whose
    /// initializer failed.
    func addingGuards(
        _ add: @escaping @Sendable (ChannelPipeline.SynchronousOperations) throws -> Void
    ) -> EventLoopFuture<Void> {
        let add: @Sendable () -> Void = { try? add(self.pipeline.syncOperations) }
        // The guards are added immediately if possible, because a response may arrive before the loop's next turn.
        guard eventLoop.inEventLoop else { return eventLoop.submit(add) }
        add()
        return eventLoop.makeSucceededVoidFuture()
    }
}
#endif
