import { BYTES_PER_MB } from '@kaiwa/contract/limits.ts'
import type { saveRecording as contract } from '@kaiwa/contract/recordings.ts'
import { saveNumberOfSpeakers } from '../files/store/number-of-speakers.ts'
import { changeLanguage, rateLimitOfLanguages, type SpokenLanguage } from '@kaiwa/contract/files.ts'
import type { App } from '../platform/app.ts'
import type { Trx } from '../platform/database/database.ts'
import { countCall } from '../platform/http/rate-limit.ts'
import type { Gate, Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { publish } from '../platform/store/outbox.ts'
import { changeLiveLanguage } from '../processing/live/change-live-language.ts'
import { startListening } from '../processing/live/start-listening.ts'
import { findRecording, saveRecordingState } from '../processing/store/recordings.ts'
import { lockTreeFor } from '../tree/lock-tree-for.ts'
import { fileChannels } from '../tree/store/readers.ts'
import { mergeRecording } from './merge-recording.ts'
import { lockUnfinishedUpload } from './store/uploads.ts'
import { findOwnUpload } from './upload-ticket.ts'

/** Permission check that runs before the body is read. */
export const maySaveRecording: Gate<typeof contract> = ({ params }, { app, actor }) =>
  findOwnUpload(app.db, actor, params.uploadId)

/**
 * Stores what the browser knows about a recording and starts its reading. The locks of the file and its upload keep
 * concurrent calls, arriving bytes and the completion apart.
 */
export const saveRecording: Handler<typeof contract> = ({ params: { uploadId }, body }, { app, actor: caller }) =>
  app.db.transaction().execute(async (trx) => {
    const actor = await lockTreeFor(trx, caller)
    const file = await lockUnfinishedUpload(trx, uploadId)
    const upload = await findOwnUpload(trx, actor, uploadId)
    if (!file?.is_recording) throw new Refusal('E_CONFLICT')
    const merged = mergeRecording(await findRecording(trx, file.id), body, {
      received: upload.received,
      length: upload.length,
      max: app.config.maxFileMb * BYTES_PER_MB,
    })
    if ('errors' in merged) throw new Refusal('E_UNPROCESSABLE_ENTITY', { errors: merged.errors })
    await saveRecordingState(trx, file.id, merged)
    await saveChoices(trx, app, { file, userId: actor.id }, body)
    await startListening(trx, app, file.id)
    return { success: true }
  })

interface RecordedFile {
  id: number
  project_id: number
  language: string
  num_speaker: number | null
}

interface Choices {
  language?: SpokenLanguage | undefined
  /** 0 or null: automatic. */
  num_speaker?: number | null | undefined
}

/** Stores what was chosen while the recording went on or when it was stopped, and publishes a change. */
async function saveChoices(
  trx: Trx,
  app: App,
  { file, userId }: { file: RecordedFile; userId: number },
  { language, num_speaker: speakers }: Choices,
): Promise<void> {
  const isOtherLanguage = language !== undefined && language !== file.language
  const isOtherNumber = speakers !== undefined && (speakers || null) !== file.num_speaker
  if (isOtherLanguage) {
    // Chunks are recognised again without a charge: the limit is that of other changes of a language.
    await countCall(trx, changeLanguage.name, rateLimitOfLanguages, String(userId))
    await changeLiveLanguage(trx, app, file.id, language)
  }
  if (isOtherNumber) await saveNumberOfSpeakers(trx, file.id, speakers || null)
  if (!isOtherLanguage && !isOtherNumber) return
  await publish(trx, {
    type: 'file.updated',
    data: { project_file_id: file.id },
    channels: await fileChannels(trx, file),
  })
}
