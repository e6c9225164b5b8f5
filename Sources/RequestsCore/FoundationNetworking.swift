#if canImport(FoundationNetworking)
// Foundation contains URLSession on Apple platforms, but not on Linux. With this, one import is enough there, too.
@_exported public import FoundationNetworking
#endif
