// Announces recordings, after checks of their names, sizes and durations. Dangerous characters in names are refused or
// removed; unusual ones are kept.
import { randomUUID } from 'node:crypto'
import type { NameKey } from '@kaiwa/contract/product-names.ts'
import type { requestUpload as contract, UploadEntry } from '@kaiwa/contract/uploads.ts'
import type { FieldErrors } from '@kaiwa/contract/errors.ts'
import { BYTES_PER_MB, LIMITS } from '@kaiwa/contract/limits.ts'
import { exceedsMinutes } from '@kaiwa/contract/minutes.ts'
import { isSubscribed } from '../billing/store/subscriptions.ts'
import { publish } from '../platform/store/outbox.ts'
import type { Gate, Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { assertAllowed } from '../tree/policy.ts'
import { assertRoomForFiles, findProject, insertItem } from '../tree/store/items.ts'
import { lockTreeFor } from '../tree/lock-tree-for.ts'
import * as policy from '../tree/policy.ts'
import { reachedAt } from '../platform/http/addresses.ts'
import { fileChannels } from '../tree/store/readers.ts'
import type { Trx } from '../platform/database/database.ts'
import type { Actor } from '../accounts/actor.ts'
import { findVisibleFiles, insertFile } from '../files/store/files.ts'
import { hasStoragePrecedence, mayAnnounce, reservationOf } from './policy.ts'
import { ensureFreeStorage } from './reserve-storage.ts'
import { makeTicket, type SignedUpload } from './upload-ticket.ts'
import { removeUnfinished } from './cancel-upload.ts'
import { extendUpload, findOpenRecordings, insertUpload } from './store/uploads.ts'

/** Retry-After (seconds) when too many uploads have no byte. */
const UNSENT_RETRY_SECONDS = '60'

/** Gate of the announcement of recordings. */
export const mayUpload: Gate<typeof contract> = async ({ params }, { app, actor }) =>
  assertAllowed(policy.upload(await findProject(app.db, actor, params.id)))

/** Announces recordings: each is listed as waiting and gets its own signature. All or none. */
export const requestUpload: Handler<typeof contract> = async ({ params, body }, context) => {
  const { app, actor: caller } = context
  const uploads = await app.db.transaction().execute(async (trx) => {
    const actor = await lockTreeFor(trx, caller)
    const folder = await findProject(trx, actor, params.id)
    assertAllowed(policy.upload(folder))
    if (body.files.some(({ recording }) => recording)) assertAllowed(policy.record(actor, folder))
    const checked = checkEntries(body.files, app.config)
    if (!('entries' in checked)) throw new Refusal(checked.code, { errors: checked.errors })
    const again = await takeOver(trx, checked.entries, { actor, projectId: folder.resource_id })
    const entries = checked.entries.filter(({ entry }) => !again.some(({ uuid }) => uuid === entry.uuid))
    if (entries.length === 0) return again
    const workspaceId = actor.workspaceId
    if (workspaceId === null || !(await isSubscribed(trx, workspaceId))) {
      throw new Refusal('PROJECT_CREATE_FORBIDDEN_NO_WORKSPACE')
    }
    await assertRoomForFiles(trx, folder.id, entries.length)
    const wanted = entries.reduce((sum, { bytes }) => sum + reservationOf(bytes), 0)
    const unsent = await ensureFreeStorage(trx, workspaceId, actor, wanted)
    if (!mayAnnounce({ ...unsent, hasPrecedence: hasStoragePrecedence(actor), wanted: entries.length }))
      throw tooManyUnsent()
    const announced = []
    for (const entry of entries) {
      announced.push(
        await announceUpload(trx, entry, { folder, workspaceId, userId: actor.id, sessionId: actor.sessionId }),
      )
    }
    for (const { fileId } of announced) {
      await publish(trx, {
        type: 'file.updated',
        data: { project_file_id: fileId },
        channels: await fileChannels(trx, { id: fileId, project_id: folder.resource_id }),
      })
    }
    return [...announced, ...again]
  })
  return makeTicket(uploads, { sessionId: caller.sessionId, origin: reachedAt(context) }, app.config)
}

/**
 * Extends and returns the uploads of recordings that the person has announced before: the answer was lost, or the page ended
 * before it could store it. The browser finds the offset of what has arrived, and bytes of a recording never change. An
 * upload without a byte in another folder is removed, because another folder was chosen since.
 */
async function takeOver(
  trx: Trx,
  entries: readonly CheckedEntry[],
  { actor, projectId }: { actor: Actor; projectId: number },
): Promise<SignedUpload[]> {
  const uuids = entries.filter(({ bytes }) => bytes === null).map(({ entry }) => entry.uuid)
  const taken = new Map<string, SignedUpload>()
  const open = await findOpenRecordings(trx, uuids, actor.id)
  for (const { id, uuid, file_id, received, project_id, title, ...file } of open) {
    if (project_id !== projectId) {
      const [other] = received === 0 ? await findVisibleFiles(trx, actor, { ids: [file_id] }) : []
      if (other && policy.mayEdit(other)) await removeUnfinished(trx, id, actor)
    } else if (!taken.has(uuid)) {
      const upload = await extendUpload(trx, id, actor)
      const { video_id: videoId, is_audio: isAudio } = file
      if (upload) taken.set(uuid, { id, uuid, title, videoId, isAudio, expiresAt: upload.expires })
    }
  }
  return [...taken.values()]
}

function tooManyUnsent(): Refusal {
  return new Refusal('E_TOO_MANY_REQUESTS', { reason: 'unsent-uploads' }, { 'retry-after': UNSENT_RETRY_SECONDS })
}

interface Destination {
  folder: { id: number; resource_id: number }
  workspaceId: number
  userId: number
  /** Session that gets the signature; null if the server sends the bytes itself. */
  sessionId: number | null
}

/**
 * Creates a recording in state `waiting` with its upload and storage reservation. The caller holds the tree lock and
 * has checked the free storage.
 */
export async function announceUpload(
  trx: Trx,
  { entry, name, bytes }: CheckedEntry,
  { folder, workspaceId, userId, sessionId }: Destination,
  engine: string | null = null,
): Promise<SignedUpload & { fileId: number }> {
  const item = await insertItem(trx, { parentId: folder.id, isProject: false, creatorId: userId })
  const videoId = randomUUID()
  const fileId = await insertFile(trx, {
    item_id: item.id,
    project_id: folder.resource_id,
    workspace_id: workspaceId,
    title: name.title,
    name_key: name.key ?? null,
    file_name: name.fileName,
    video_id: videoId,
    is_audio: name.isAudio,
    is_recording: bytes === null,
    language: entry.language,
    num_speaker: entry.num_speaker || null,
    // Duration reported by the browser, until the server has measured it.
    duration: entry.duration * 60,
    // The size of a live recording is unknown.
    original_size: bytes ?? 0,
    engine,
    created_by: userId,
  })
  const upload = await insertUpload(trx, {
    fileId,
    userId,
    sessionId,
    uuid: entry.uuid,
    declaredSize: entry.size ?? null,
    reserved: reservationOf(bytes),
  })
  return {
    id: upload.id,
    fileId,
    uuid: entry.uuid,
    title: name.title,
    videoId,
    isAudio: name.isAudio,
    expiresAt: upload.expires,
  }
}

export interface FileName {
  /** The given name without folders; used for downloads. */
  fileName: string
  /** Name without extension, at most LIMITS.nameLength; shown in lists. */
  title: string
  /** Key of the title if the product made it. */
  key?: NameKey
  extension: string
  isAudio: boolean
}

const AUDIO: ReadonlySet<string> = new Set(['mp3', 'flac', 'wav', 'm4a', 'weba', 'ogg'])
const LONGEST = 255

// Direction overrides and isolates change how a name is displayed: `report\u202E4pm.exe` looks like `reportexe.mp4`.
const DIRECTION_CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu
const CONTROLS = /[\p{Cc}\u2028\u2029]/u

/** Parses a file name, or returns the field error code. Lone surrogates become U+FFFD. */
export function readFileName(
  given: string,
  extensions: readonly string[] = LIMITS.uploadExtensions,
): FileName | { error: 'format' | 'max' | 'required' } {
  if (CONTROLS.test(given)) return { error: 'format' }
  const shown = given.toWellFormed().replaceAll(DIRECTION_CONTROLS, '')
  const fileName = shown.slice(Math.max(shown.lastIndexOf('/'), shown.lastIndexOf('\\')) + 1).trim()
  if (!fileName) return { error: 'required' }
  if (fileName.length > LONGEST) return { error: 'max' }
  const dot = fileName.lastIndexOf('.')
  const extension = dot < 0 ? '' : fileName.slice(dot + 1).toLowerCase()
  if (!extensions.includes(extension)) return { error: 'format' }
  const stem = fileName.slice(0, dot).trim() || fileName
  // Cuts between grapheme clusters, so that no emoji is split.
  let title = ''
  for (const { segment } of new Intl.Segmenter('ja', { granularity: 'grapheme' }).segment(stem)) {
    if (title.length + segment.length > LIMITS.nameLength) break
    title += segment
  }
  return { fileName, title, extension, isAudio: AUDIO.has(extension) }
}

export interface CheckedEntry {
  entry: Omit<UploadEntry, 'recording'>
  name: FileName
  bytes: number | null
}

export type CheckResult =
  | { entries: CheckedEntry[] }
  | {
      code: 'E_UNPROCESSABLE_ENTITY' | 'PROJECT_MAX_FILE_SIZE_EXCEEDED' | 'PROJECT_MAX_MINUTES_EXCEEDED'
      errors: FieldErrors
    }

/**
 * Validates the announced files, all or none. Sizes are MB in the entries and bytes in the result; null for a live
 * recording.
 */
export function checkEntries(
  files: readonly UploadEntry[],
  limits: { maxFileMb: number; maxFileMinutes: number },
): CheckResult {
  const wrong: FieldErrors = {}
  const tooLarge: FieldErrors = {}
  const tooLong: FieldErrors = {}
  const seen = new Set<string>()
  const entries = files.flatMap((entry, index): CheckedEntry[] => {
    const name = readFileName(entry.name, entry.recording ? LIMITS.recordingExtensions : LIMITS.uploadExtensions)
    if ('error' in name) wrong[`files.${index}.name`] = [name.error]
    if (seen.has(entry.uuid)) wrong[`files.${index}.uuid`] = ['unique']
    seen.add(entry.uuid)
    const bytes = entry.size === undefined ? null : Math.round(entry.size * BYTES_PER_MB)
    if (entry.recording && bytes !== null) wrong[`files.${index}.size`] = ['format']
    if (!entry.recording && bytes === null) wrong[`files.${index}.size`] = ['required']
    if (bytes === 0) wrong[`files.${index}.size`] = ['min']
    if (entry.size !== undefined && entry.size > limits.maxFileMb) tooLarge[`files.${index}.size`] = ['max']
    if (exceedsMinutes(entry.duration * 60, limits.maxFileMinutes)) tooLong[`files.${index}.duration`] = ['max']
    return 'error' in name ? [] : [{ entry, name, bytes }]
  })
  if (Object.keys(wrong).length > 0) return { code: 'E_UNPROCESSABLE_ENTITY', errors: wrong }
  if (Object.keys(tooLarge).length > 0) return { code: 'PROJECT_MAX_FILE_SIZE_EXCEEDED', errors: tooLarge }
  if (Object.keys(tooLong).length > 0) return { code: 'PROJECT_MAX_MINUTES_EXCEEDED', errors: tooLong }
  return { entries }
}
