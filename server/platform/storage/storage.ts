// Files by key. A key is a relative path of plain names (`media/{video_id}/original`); whole files appear under it at once.
import type { Readable } from 'node:stream'
import type { Piece } from './plan-copy.ts'

export type Head = { size: number; modifiedAt: Date }

/** Bytes `start` to `end`, both included, as in an HTTP Range. */
export type ByteRange = { start: number; end: number }

export type Content = Uint8Array | string | Readable | { file: string }

export type Storage = {
  kind: 'folder' | 's3'
  /** Stores the whole content under the key or nothing; replaces what was there. `{ file }` names a local file, which stays. */
  put: (key: string, content: Content, options?: { contentType?: string }) => Promise<Head>
  /** Moves a local file into the storage; the local file is gone afterwards. */
  take: (key: string, file: string, options?: { contentType?: string }) => Promise<Head>
  /** Makes one object of ranges of others, in this order; all of it or nothing. A bucket copies by itself where it can. */
  join: (key: string, pieces: readonly Piece[]) => Promise<Head>
  /** Streams the content or a range of it. Rejects with MissingObject where there is none. */
  get: (key: string, range?: ByteRange) => Promise<Readable>
  /** Null where there is no such object. */
  head: (key: string) => Promise<Head | null>
  /** Deletes one object; nothing happens where there is none. */
  delete: (key: string) => Promise<void>
  /** Deletes everything whose key begins with the prefix, which must end in `/`. */
  deletePrefix: (prefix: string) => Promise<void>
  /** Keys that begin with the prefix, sorted. */
  list: (prefix: string) => Promise<string[]>
  /**
   * Runs `work` with the path of a local file that holds the object, for programs that need one. The file is only for
   * reading and lives no longer than the call: a folder lends its own file, S3 downloads to a work folder.
   */
  withLocalFile: <T>(key: string, work: (path: string) => Promise<T>) => Promise<T>
  /** Rejects when the storage cannot be reached or written. */
  check: () => Promise<void>
}

export class MissingObject extends Error {
  override name = 'MissingObject'
  constructor(key: string) {
    super(`No object is stored under ${key}`)
  }
}
