// Imports the bytes of a file into the rows of a transcript. Uses only the database, so that it can run in a worker
// thread (import.thread.ts).
import { createHash, randomUUID } from 'node:crypto'
import type { importTranscript } from '@kaiwa/contract/exchange.ts'
import type { OperationResult } from '@kaiwa/contract/operation.ts'
import { type EditableBlock, sameBlock } from '@kaiwa/transcript/editable-block.ts'
import { toSectionName } from '@kaiwa/transcript/clean-text.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { invalid, Refusal } from '../platform/refusal.ts'
import { finishByImport } from '../processing/finish-file.ts'
import { type BlockWrites, commitChanges, publishChanges } from '../transcripts/changes/commit-changes.ts'
import { presentLock } from '../transcripts/lock/edit-lock.ts'
import { assertFileNotLocked } from '../transcripts/open-for-edit.ts'
import { invalidateLock } from '../transcripts/lock/invalidate-lock.ts'
import { findReplay, fingerprintOf } from '../transcripts/store/journal.ts'
import { findTranscript } from '../transcripts/store/transcripts.ts'
import { findStoredBlocks, type StoredBlock } from '../transcripts/store/blocks.ts'
import { findSpeakers } from '../speakers/store/speakers.ts'
import type { Editing } from '../transcripts/open-for-edit.ts'
import { type FileRow, findFile } from '../files/store/files.ts'
import { positionsBetween } from '../transcripts/changes/positions.ts'
import { type AnalysedBlock, analyseImport, languageOfImport } from './analyse-import.ts'
import { type ParsedImport, parseImport } from './parse-import.ts'
import { openForImport } from './open-for-import.ts'
import type { Form } from './read-form.ts'
import { summaryOf } from './import-summary.ts'
import { importTags, importSpeakers } from './import-speakers-and-tags.ts'

export interface Import {
  actor: Actor
  fileId: number
  form: Form
}

/** Imports a file completely or not at all. The analysis runs before any lock is taken. */
export async function applyImport(
  db: Db,
  { actor, fileId, form }: Import,
): Promise<OperationResult<typeof importTranscript>> {
  const file = await findFile(db, actor, fileId)
  const speakers = await findSpeakers(db, actor, { projectId: file.project_id })
  const incoming = parseImport(form, { duration: file.duration, speakers })
  const language = languageOfImport(incoming, await recognisedLanguage(db, file))
  const blocks = await analyseImport(incoming, language)
  const names = new Set(speakers.map(({ name }) => name))
  const digest = createHash('sha256').update(form.bytes).digest('base64url')
  return db.transaction().execute(async (trx) => {
    const { actor: importer, row, editing } = await openForImport(trx, actor, fileId)
    const fingerprint = fingerprintOf(['import', form.revision, form.names, digest])
    const present = { blocks: row.transcript_status === 'completed' ? row.block_count : 0, names }
    if (await isReplay(trx, importer, editing, form, fingerprint))
      return { ...summaryOf(incoming, { ...present, revision: editing.revision }), is_changed: true }
    assertMayReplace(row, editing, importer, form)
    const revision = await replace(trx, importer, { row, editing }, { incoming, blocks, fingerprint })
    await finishByImport(trx, row, { language, importedBy: importer.id })
    return {
      ...summaryOf(incoming, { ...present, revision: revision ?? editing.revision }),
      is_changed: revision !== null || row.status !== 'processed',
    }
  })
}

async function recognisedLanguage(db: Db, { id, language }: FileRow): Promise<string | null> {
  const row = await findTranscript(db, id)
  return row?.language ?? (language === 'auto' ? null : language)
}

/** Whether this request repeats an earlier one whose answer was lost. */
async function isReplay(trx: Trx, actor: Actor, editing: Editing, { revision: since }: Form, fingerprint: string) {
  return (
    since !== undefined &&
    since < editing.revision &&
    (await findReplay(trx, { transcriptId: editing.transcriptId, userId: actor.id, fingerprint, since })) !== undefined
  )
}

/** Refuses when another person edits the file, or when the caller has not seen the transcript that is replaced. */
function assertMayReplace(row: FileRow, { lock, revision }: Editing, actor: Actor, form: Form): void {
  assertFileNotLocked(lock, actor)
  if (row.status === 'processed') {
    if (form.revision === undefined) throw invalid({ revision: ['required'] })
    if (form.revision !== revision) throw new Refusal('E_CONFLICT', { reason: 'revision', revision })
  }
  if (lock?.is_held && !form.take_over) throw new Refusal('E_CONFLICT', { reason: 'editing', lock: presentLock(lock) })
}

interface What {
  incoming: ParsedImport
  blocks: readonly AnalysedBlock[]
  fingerprint: string
}

/** Writes the transcript as a single journal entry and returns its revision; null when nothing differs. */
async function replace(
  trx: Trx,
  actor: Actor,
  { row, editing }: { row: FileRow; editing: Editing },
  { incoming, blocks, fingerprint }: What,
): Promise<number | null> {
  const { transcriptId, lock, file } = editing
  const { document } = incoming
  const from = { document, isSameRecording: document.recording.id === row.video_id }
  const speakers = await importSpeakers(trx, actor, editing, from)
  const tags = await importTags(trx, actor, editing, from)
  const made = blocks.map((block): EditableBlock => ({
    uuid: (from.isSameRecording ? block.uuid?.toLowerCase() : undefined) ?? randomUUID(),
    content: block.content,
    start_time: block.start_time,
    end_time: block.end_time,
    is_break: block.is_break,
    section_name: toSectionName(block.section_name),
    speaker_id: block.speaker_id === null ? null : (speakers.get(block.speaker_id) ?? null),
    sentiment: block.sentiment,
    is_sentiment_manual: block.is_sentiment_manual,
    terms: block.terms,
    tags: block.tags.map((tag) => ({
      ...tag,
      tag_id: tags.get(tag.tag_id) as number,
      tag_uuid: from.isSameRecording ? tag.tag_uuid : randomUUID(),
    })),
  }))
  const stored = await findStoredBlocks(trx, transcriptId, 'all')
  // Watching clients fetch the new transcript: the change set would be as large as the file.
  const commit = { kind: 'import', userId: actor.id, changes: () => null, fingerprint } as const
  const committed = await commitChanges(trx, editing, toBlockWrites(stored, made), commit)
  if (!committed) return null
  await invalidateLock(trx, { transcriptId, fileId: file.id, lock, userId: actor.id })
  await publishChanges(trx, editing, committed)
  return committed.revision
}

function isSameOrder(stored: readonly StoredBlock[], blocks: readonly EditableBlock[]): boolean {
  return stored.length === blocks.length && stored.every(({ uuid }, index) => uuid === blocks[index]?.uuid)
}

/**
 * Plans the writes of an import. If the file has the same blocks in the same order as the transcript, only blocks that
 * differ are written; otherwise all old blocks are deleted and all new ones inserted, under one revision.
 */
function toBlockWrites(stored: readonly StoredBlock[], blocks: readonly EditableBlock[]): BlockWrites {
  if (!isSameOrder(stored, blocks)) {
    const positions = positionsBetween(null, null, blocks.length)
    const positionInserts = async () => blocks.map((block, index) => ({ block, position: positions[index] as string }))
    return { deletes: stored, puts: [], positionInserts }
  }
  const pairs = stored.map((before, index) => ({ before, after: blocks[index] as EditableBlock }))
  // A save does not carry the sentiment of an analysis: a block that differs only in it is deleted and inserted at its position.
  const reanalysed = pairs.filter(
    ({ before, after }) => sameBlock(before, after) && before.sentiment !== after.sentiment,
  )
  return {
    deletes: reanalysed.map(({ before }) => before),
    puts: pairs.filter(({ before, after }) => !sameBlock(before, after)),
    positionInserts: async () => reanalysed.map(({ before, after }) => ({ block: after, position: before.position })),
  }
}
