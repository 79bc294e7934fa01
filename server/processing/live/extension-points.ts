import type { App } from '../../platform/app.ts'
import { extensionPoint } from '../../platform/extension-point.ts'

/** An upload that may still grow. `length` is null until the sender has declared it. */
export interface GrowingBytes {
  /** Durable bytes from the beginning. */
  received: number
  length: number | null
  /** All bytes are there and stored as the original. */
  isComplete: boolean
}

/**
 * The bytes of a file while it is uploaded and after. `state` is null if the file has no upload any more: it was canceled,
 * expired or deleted. `read` returns the bytes [from, to), fewer at the end of what is there; after the end of the upload it
 * reads the stored original.
 */
export const growingUpload = extensionPoint<{
  state: (app: App, fileId: number) => Promise<GrowingBytes | null>
  read: (app: App, fileId: number, from: number, to: number) => Promise<Uint8Array>
}>('bytes of growing uploads')
