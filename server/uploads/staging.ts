// Where the bytes of an unfinished upload wait. What a staging calls durable survives a kill of anything right after it.
// Two adapters, one conformance suite: the server's own folder, and object storage for servers without a shared disk.
import type { Arrival } from './receive.ts'

export type Staging = {
  /**
   * Adds what arrives at `offset` (bytes) and answers the new offset. A request that ends early keeps what came: it is a
   * prefix of what the sender holds, and the sender goes on from there. `onDurable` hears now and then of an offset that
   * has become durable, and always of the last one; when it rejects, so does `append`. Rejects with ChecksumMismatch and
   * TooManyBytes: then nothing of this request counts, whatever was heard of it.
   */
  append: (
    uploadId: number,
    offset: number,
    arrival: Arrival,
    onDurable: (offset: number) => Promise<void>,
  ) => Promise<number>
  /**
   * Puts the first `length` bytes under a key of the storage. May be called again after a crash, and by several at once.
   */
  finish: (uploadId: number, length: number, key: string) => Promise<void>
  /** Forgets an upload; nothing happens where there is none. */
  discard: (uploadId: number) => Promise<void>
  /** Ids of all uploads of which something is here. */
  list: () => Promise<number[]>
}

/** The staging has fewer bytes than were acknowledged: somebody took its disk away. */
export class StagedBytesLost extends Error {
  override name = 'StagedBytesLost'
}
