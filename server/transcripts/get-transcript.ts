import type { Speaker } from '@kaiwa/contract/speakers.ts'
import type { Block, getTranscript as contract, TranscriptResponse } from '@kaiwa/contract/transcripts.ts'
import { presentPerson } from '../accounts/person.ts'
import type { App } from '../platform/app.ts'
import type { Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { readableBlocks } from '../transcription/readable-blocks.ts'
import { type FileRow, findFile } from '../workspace/files/file-rows.ts'
import { readerOf } from '../workspace/reader.ts'
import { speakersInFile } from '../workspace/speakers-of.ts'
import { findLock } from './lock/lock-row.ts'
import { presentLock } from './lock/present-lock.ts'
import { presentBlock } from './present-block.ts'
import { findBlocks, findTranscript } from './store.ts'

type TranscriptRow = NonNullable<Awaited<ReturnType<typeof findTranscript>>>

/** The blocks of a file in the order of the recording; those that can already be read while it is being processed. */
export const getTranscript: Handler<typeof contract> = async ({ params }, context): Promise<TranscriptResponse> => {
  const { app, actor } = context
  const reader = readerOf(context)
  const file = await findFile(app.db, actor, params.fileId)
  const row = await findTranscript(app.db, file.id)
  if (!row) throw new Refusal('E_NOT_FOUND')
  const blocks =
    row.status === 'completed'
      ? await finalBlocks(app, file, row, await speakersInFile(app.db, actor, { ...file, transcriptId: row.id }))
      : await readableBlocks(app.db, { id: file.id, language: file.language, transcriptId: row.id })
  return {
    transcript: {
      id: row.id,
      status: row.status as TranscriptResponse['transcript']['status'],
      block_order: blocks.map(({ uuid }) => uuid),
      revision: row.revision,
      last_edited_by: presentPerson(row.last_edited_by),
      last_edited_at: row.last_edited_at?.toISOString() ?? null,
    },
    blocks: Object.fromEntries(blocks.map((block) => [block.uuid, block])),
    url: reader.mediaOf(file.id),
    lock: presentLock(await findLock(app.db, row.id)),
  }
}

const finalBlocks = async (
  app: App,
  file: FileRow,
  transcript: TranscriptRow,
  speakers: readonly Speaker[],
): Promise<Block[]> => {
  const byId = new Map(speakers.map((speaker) => [speaker.id, speaker]))
  const rows = await findBlocks(app.db, transcript.id)
  return rows.map((row) => presentBlock(row, { transcriptId: transcript.id, fileId: file.id, speakers: byId }))
}
