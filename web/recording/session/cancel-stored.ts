import { readJournal, type RecordingSummary } from '@kaiwa/recording/read-journal.ts'
import { readListParameters } from '../../files/list-parameters.ts'
import { call } from '../../platform/call.ts'
import { cancelUpload } from '../send/cancel-upload.ts'
import type { RecordingWriter } from '../types.ts'

/**
 * Cancels an upload that the journal does not know, because the page ended before it could store the answer to its
 * announcement. It is among the newest files of the folder.
 */
async function cancelUnknown(uuid: string, { details }: RecordingSummary): Promise<void> {
  const newest = readListParameters(new URLSearchParams())
  const { data: rows } = await call('listFiles', { params: { id: details.folderId }, query: newest })
  for (const row of rows) if (!row.is_project && row.upload?.uuid === uuid) await cancelUpload(row.upload.id)
}

/** Cancels the upload of a recording that the server knows. Rejects with ApiError when the server cannot be reached. */
export async function cancelStored({ uuid, entries }: Pick<RecordingWriter, 'uuid' | 'entries'>): Promise<void> {
  const summary = readJournal(entries)
  if (summary.upload) return cancelUpload(summary.upload.uploadId)
  // Not awaited: most often there is none, and a recording is also discarded without the server. An upload that is not
  // found expires.
  if (summary.size > 0) void cancelUnknown(uuid, summary).catch(() => undefined)
}
