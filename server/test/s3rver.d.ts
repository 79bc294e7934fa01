// Types for the part of s3rver that the tests use; the package has none.
declare module 's3rver' {
  import type { Readable } from 'node:stream'

  interface Store {
    getObject: (
      bucket: string,
      key: string,
      range: { start: number; end: number },
    ) => Promise<{ content: Readable } | null>
    putPart: (bucket: string, uploadId: string, part: string, content: Readable) => Promise<{ md5: string }>
  }
  interface S3Request {
    method: string
    path: string
    query: { uploadId?: string; partNumber?: string }
    headers: Record<string, string | undefined>
    store: Store
    status: number
    type: string
    body: string
  }

  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      silent: boolean
      directory: string
      configureBuckets: { name: string }[]
    })
    /** Middleware in order: s3rver is a koa application. */
    middleware: ((request: S3Request, next: () => Promise<void>) => Promise<void>)[]
    run(): Promise<{ address: string; port: number }>
    close(): Promise<void>
  }
}
