/// A value that is encoded in place of an original value, and reports the original's type.
package protocol StandIn {
    /// The type of the original value.
    var representedType: Any.Type { get }
}
