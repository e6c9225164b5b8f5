// Code that retries or streams calls also makes requests, so one import is enough.
@_exported public import RequestsCore
