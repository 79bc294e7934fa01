import type { App } from '../../platform/app.ts'
import { extensionPoint } from '../../platform/extension-point.ts'

/** The bytes of a recording while it is sent. */
export interface GrowingBytes {
  /** Durable bytes from the beginning on. Decreases when a request with a wrong checksum is discarded. */
  received: number
  /** Null until the end is known. */
  length: number | null
  /** All bytes have arrived, and processing was started. */
  isComplete: boolean
}

/** Upload of a file. `state` is null after the upload has expired or was cancelled, and after the file was deleted. */
export const growingUpload = extensionPoint<{
  state: (app: App, fileId: number) => Promise<GrowingBytes | null>
  /** Bytes `from` to `to` (exclusive), at most the received ones. None when the upload has ended without completion. */
  read: (app: App, fileId: number, from: number, to: number) => Promise<Uint8Array>
}>('bytes of a growing upload')
