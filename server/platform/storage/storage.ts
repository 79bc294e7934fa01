// File storage by key. A key is a relative path of plain names (`media/{video_id}/original`); files appear under their
// key atomically.
import type { Readable } from 'node:stream'
import type { Piece } from './plan-copy.ts'

export interface Head {
  size: number
  modifiedAt: Date
}

/** Bytes `start` to `end`, both inclusive, as in an HTTP Range. */
export interface ByteRange {
  start: number
  end: number
}

/** Keys after `after` and before `before`, both exclusive, compared as text. */
export interface KeyRange {
  after: string
  before: string
}

export type Content = Uint8Array | string | Readable | { file: string }

export interface Storage {
  kind: 'folder' | 's3'
  /**
   * Stores the whole content or nothing, and replaces an existing object. `{ file }` names a local file, which is kept.
   */
  put: (key: string, content: Content, options?: { contentType?: string }) => Promise<Head>
  /** Moves a local file into the storage; the local file is removed. */
  take: (key: string, file: string, options?: { contentType?: string }) => Promise<Head>
  /**
   * Joins ranges of other objects into one object, in this order; atomic. A bucket copies the ranges itself if it can.
   */
  join: (key: string, pieces: readonly Piece[]) => Promise<Head>
  /** Streams the content or a range of it. Rejects with MissingObject if there is no such object. */
  get: (key: string, range?: ByteRange) => Promise<Readable>
  /** Null if there is no such object. */
  head: (key: string) => Promise<Head | null>
  /** Deletes one object; does nothing if it does not exist. */
  delete: (key: string) => Promise<void>
  /** Deletes all objects whose key begins with the prefix, which must end in `/`. */
  deletePrefix: (prefix: string) => Promise<void>
  /** Keys that begin with the prefix, sorted; with a range only those in it. */
  list: (prefix: string, range?: KeyRange) => Promise<string[]>
  /**
   * Runs `work` with the path of a local file that contains the object, for programs that need one. The file is
   * read-only and valid only during the call: the folder adapter passes its own file, S3 downloads it into a work
   * folder.
   */
  withLocalFile: <T>(key: string, work: (path: string) => Promise<T>) => Promise<T>
  /** Rejects if the storage cannot be reached or written. */
  check: () => Promise<void>
}

export function isInRange(key: string, range: KeyRange | undefined): boolean {
  return range === undefined || (key > range.after && key < range.before)
}

export class MissingObject extends Error {
  override name = 'MissingObject'
  constructor(key: string) {
    super(`No object is stored under ${key}`)
  }
}
