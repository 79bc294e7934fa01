import type { Speaker } from '@kaiwa/contract/speakers.ts'
import type { Block, getTranscript as contract, TranscriptResponse } from '@kaiwa/contract/transcripts.ts'
import { presentPerson } from '../accounts/person.ts'
import type { Trx } from '../platform/database/database.ts'
import type { StreamHandler } from '../platform/http/route.ts'
import { streamSnapshot } from '../platform/http/stream-snapshot.ts'
import { items } from '../platform/http/streamed-json.ts'
import { Refusal } from '../platform/refusal.ts'
import { readableBlocks } from '../processing/readable-blocks.ts'
import { type FileRow, findFile } from '../files/file-rows.ts'
import { readerOf } from '../files/reader.ts'
import { findLock } from './lock/lock-row.ts'
import { presentLock } from './lock/present-lock.ts'
import { presentBlock } from './present-block.ts'
import { speakerReferences } from './references.ts'
import { blockPages, findBlockOrder, findTranscript } from './store.ts'

type TranscriptRow = NonNullable<Awaited<ReturnType<typeof findTranscript>>>

/** The blocks of a file in the order of the recording. During processing, the blocks that can already be read. */
export const getTranscript: StreamHandler<typeof contract> = async ({ params }, context) => {
  const { app, actor } = context
  const file = await findFile(app.db, actor, params.fileId)
  return streamSnapshot(context, async (trx) => {
    const row = await findTranscript(trx, file.id)
    if (!row) throw new Refusal('E_NOT_FOUND')
    const found =
      row.status === 'completed'
        ? await finalBlocks(
            trx,
            file,
            row,
            await speakerReferences.get().listInFile(trx, actor, { ...file, transcriptId: row.id }),
          )
        : provisional(await readableBlocks(app.db, { id: file.id, language: file.language, transcriptId: row.id }))
    return {
      transcript: {
        id: row.id,
        status: row.status as TranscriptResponse['transcript']['status'],
        block_order: found.order,
        revision: row.revision,
        last_edited_by: presentPerson(row.last_edited_by),
        last_edited_at: row.last_edited_at?.toISOString() ?? null,
      },
      blocks: found.blocks,
      url: readerOf(context).mediaOf(file.id),
      lock: presentLock(await findLock(trx, row.id)),
    }
  })
}

const entry = (block: Block) => [block.uuid, block] as const

const provisional = (blocks: readonly Block[]) => ({
  order: blocks.map(({ uuid }) => uuid),
  blocks: items([blocks.map(entry)]),
})

const finalBlocks = async (trx: Trx, file: FileRow, transcript: TranscriptRow, speakers: readonly Speaker[]) => {
  const belonging = {
    transcriptId: transcript.id,
    fileId: file.id,
    speakers: new Map(speakers.map((speaker) => [speaker.id, speaker])),
  }
  return { order: await findBlockOrder(trx, transcript.id), blocks: items(pages(trx, belonging)) }
}

async function* pages(trx: Trx, belonging: Parameters<typeof presentBlock>[1]) {
  for await (const rows of blockPages(trx, belonging.transcriptId))
    yield rows.map((row) => entry(presentBlock(row, belonging)))
}
