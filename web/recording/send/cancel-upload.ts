import { codeOf } from '../../platform/api-error.ts'
import { call } from '../../platform/call.ts'

/** The upload is gone already, complete, or not this person's any more: there is nothing to cancel. */
const NOTHING_TO_CANCEL = new Set<unknown>(['E_NOT_FOUND', 'E_CONFLICT', 'E_FORBIDDEN'])

/** Cancels an unfinished upload. Rejects with ApiError when the server cannot be reached, or the person is signed out. */
export async function cancelUpload(uploadId: number, signal?: AbortSignal): Promise<void> {
  try {
    await call('cancelUpload', { params: { uploadId } }, signal ? { signal } : {})
  } catch (error) {
    if (!NOTHING_TO_CANCEL.has(codeOf(error))) throw error
  }
}
