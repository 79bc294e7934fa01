// Stores the bytes of unfinished uploads. Bytes reported as durable survive a kill of any process. Two adapters share
// one conformance suite: a folder of the server, and object storage for servers without a shared disk.
import type { IncomingBytes } from './receive.ts'

export interface Staging {
  /**
   * Appends bytes at `offset` and returns the new offset. A request that ends early keeps the received bytes, which are
   * a prefix of the file, and the sender continues from there. Calls `onDurable` with durable offsets from time to
   * time, and always with the last one; rejects when it rejects. Rejects with ChecksumMismatch and TooManyBytes: then
   * all bytes of this request are discarded, including those reported as durable.
   */
  append: (
    uploadId: number,
    offset: number,
    incoming: IncomingBytes,
    onDurable: (offset: number) => Promise<void>,
  ) => Promise<number>
  /**
   * Bytes `from` to `to` (exclusive) of an upload that is not finished. Fewer, when it has fewer; none, when it has no
   * bytes here (finished, discarded). Ask only for bytes that were reported as durable.
   */
  read: (uploadId: number, from: number, to: number) => Promise<Uint8Array>
  /** Moves the first `length` bytes to a key of the storage. Safe to repeat after a crash and to call concurrently. */
  finish: (uploadId: number, length: number, key: string) => Promise<void>
  /** Deletes the bytes of an upload, if any. */
  discard: (uploadId: number) => Promise<void>
  /** Ids of all uploads that have bytes here. */
  list: () => Promise<number[]>
}
