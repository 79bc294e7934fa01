import type { Speaker } from '@kaiwa/contract/speakers.ts'
import type { Block, getTranscript as contract, Term } from '@kaiwa/contract/transcripts.ts'
import { reloadActor } from '../accounts/sessions/reload-actor.ts'
import type { Trx } from '../platform/database/database.ts'
import type { StreamHandler } from '../platform/http/route.ts'
import { streamSnapshot } from '../platform/http/stream-snapshot.ts'
import { items } from '../platform/http/streamed-json.ts'
import { type FileRow, findFile } from '../files/store/files.ts'
import { readerOf } from '../files/reader.ts'
import { findLock } from './store/edit-access.ts'
import { blockBatches, type BlockRow, toTags } from './store/blocks.ts'
import { findBlockOrder } from './store/block-order.ts'
import { presentLock } from './lock/edit-lock.ts'
import { provisionalText } from './extension-points.ts'
import { readHeader } from './read-header.ts'
import { speakerReferences } from './references.ts'

/** The blocks of a file in the order of the recording. During processing, the blocks that can already be read. */
export const getTranscript: StreamHandler<typeof contract> = async ({ params }, context) => {
  const { app } = context
  await findFile(app.db, context.actor, params.fileId)
  return streamSnapshot(context, async (trx) => {
    const actor = await reloadActor(trx, context.actor)
    const file = await findFile(trx, actor, params.fileId)
    const { header } = await readHeader(trx, file.id)
    const { listInFile: listSpeakers } = speakerReferences.get()
    const transcriptId = header.id
    const found =
      header.status === 'completed'
        ? await finalBlocks(trx, file, transcriptId, await listSpeakers(trx, actor, { ...file, transcriptId }))
        : provisional(await provisionalText.get()(app.db, { id: file.id, language: file.language, transcriptId }))
    return {
      transcript: { ...header, block_order: found.order },
      blocks: found.blocks,
      url: readerOf(context).mediaOf(file.id),
      lock: presentLock(await findLock(trx, transcriptId)),
    }
  })
}

function entry(block: Block) {
  return [block.uuid, block] as const
}

function provisional(blocks: readonly Block[]) {
  return {
    order: blocks.map(({ uuid }) => uuid),
    blocks: items([blocks.map(entry)]),
  }
}

async function finalBlocks(trx: Trx, file: FileRow, transcriptId: number, speakers: readonly Speaker[]) {
  const belonging = {
    transcriptId,
    fileId: file.id,
    speakers: new Map(speakers.map((speaker) => [speaker.id, speaker])),
  }
  return { order: await findBlockOrder(trx, transcriptId), blocks: items(pages(trx, belonging)) }
}

async function* pages(trx: Trx, belonging: Parameters<typeof presentBlock>[1]) {
  for await (const rows of blockBatches(trx, belonging.transcriptId))
    yield rows.map((row) => entry(presentBlock(row, belonging)))
}

interface BlockContext {
  transcriptId: number
  fileId: number
  speakers: ReadonlyMap<number, Speaker>
}

function presentBlock(row: BlockRow, { transcriptId, fileId, speakers }: BlockContext): Block {
  return {
    id: row.id,
    transcript_id: transcriptId,
    uuid: row.uuid,
    start_time: row.start_time,
    end_time: row.end_time,
    content: row.content,
    sentiment: row.sentiment,
    ...(row.is_sentiment_manual && { is_sentiment_manual: true }),
    section_name: row.section_name,
    is_break: row.is_break,
    speaker_id: row.speaker_id,
    speaker: row.speaker_id === null ? null : (speakers.get(row.speaker_id) ?? null),
    project_file_id: fileId,
    terms: row.terms as Term[],
    tags: toTags(row.marks, row.content),
    length: row.content.length,
  }
}
