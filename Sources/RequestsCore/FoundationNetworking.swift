#if canImport(FoundationNetworking)
// On Linux, URLSession is in FoundationNetworking. Because of this export, code doesn't have to import that module.
@_exported public import FoundationNetworking
#endif
