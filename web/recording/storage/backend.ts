/** A recording as it was found on the device. */
export interface StoredRecording {
  uuid: string
  /** Text of its journal. */
  journal: string
  /** Bytes of the recording that are there. There may be more than the journal knows. */
  size: number
}

/**
 * Where the bytes and the journal of recordings lie. What a call has stored is durable when it resolves. The caller has
 * the lock of the recording for all calls but `list`, and makes one call at a time for each recording.
 */
export interface StorageBackend {
  readonly kind: 'opfs' | 'indexeddb'
  create: (uuid: string) => Promise<void>
  /** Null if there is no such recording. */
  open: (uuid: string) => Promise<StoredRecording | null>
  /**
   * Stores `bytes` at the byte `at`, then `line` at the end of the journal. If it rejects, neither counts. Rejects with
   * QuotaExceededError when the disk is full.
   */
  append: (uuid: string, bytes: Blob | null, at: number, line: string) => Promise<void>
  /** Bytes [from, to); fewer at the end. */
  read: (uuid: string, from: number, to: number) => Promise<Uint8Array<ArrayBuffer>>
  close: (uuid: string) => Promise<void>
  /** Deletes a recording, whether it is open or not. */
  remove: (uuid: string) => Promise<void>
  list: () => Promise<StoredRecording[]>
}
