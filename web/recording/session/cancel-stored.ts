import { readJournal } from '@kaiwa/recording/read-journal.ts'
import { codeOf } from '../../platform/api-error.ts'
import { call } from '../../platform/call.ts'
import type { RecordingWriter } from '../types.ts'

/** The upload is gone already, complete, or not this person's any more: there is nothing to cancel. */
const NOTHING_TO_CANCEL = new Set<unknown>(['E_NOT_FOUND', 'E_CONFLICT', 'E_FORBIDDEN'])

/** Cancels the upload of a recording that the server knows. Rejects with ApiError when the server cannot be reached. */
export async function cancelStored({ entries }: Pick<RecordingWriter, 'entries'>): Promise<void> {
  const { upload } = readJournal(entries)
  if (!upload) return
  try {
    await call('cancelUpload', { params: { uploadId: upload.uploadId } })
  } catch (error) {
    if (!NOTHING_TO_CANCEL.has(codeOf(error))) throw error
  }
}
