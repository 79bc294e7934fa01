// Types for the part of s3rver that the tests use; the package has none.
declare module 's3rver' {
  import type { Readable } from 'node:stream'

  export interface StoredObject {
    bucket: string
    key: string
    content: Buffer | Readable
    metadata: object
  }
  export interface Store {
    getResourcePath: (bucket: string, key: string | undefined, resource: string) => string
    putObject: (object: StoredObject) => Promise<{ size: number; md5: string }>
    putMetadata: (bucket: string, key: string, metadata: object, md5: string) => Promise<void>
    getObject: (
      bucket: string,
      key: string,
      range: { start: number; end: number },
    ) => Promise<{ content: Readable } | null>
    putPart: (
      bucket: string,
      uploadId: string,
      part: string | number,
      content: Readable,
    ) => Promise<{ size: number; md5: string }>
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
    store: Store
    /** Middleware in order: s3rver is a koa application. */
    middleware: ((request: S3Request, next: () => Promise<void>) => Promise<void>)[]
    run(): Promise<{ address: string; port: number }>
    close(): Promise<void>
  }
}
