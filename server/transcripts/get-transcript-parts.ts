import type { getTranscriptParts as contract, PartBlock, TranscriptPart } from '@kaiwa/contract/transcript-parts.ts'
import type { Term } from '@kaiwa/contract/transcripts.ts'
import { WordEncoder } from '@kaiwa/transcript/word-columns.ts'
import { reloadActor } from '../accounts/sessions/reload-actor.ts'
import type { Trx } from '../platform/database/database.ts'
import type { StreamHandler } from '../platform/http/route.ts'
import { streamSnapshot } from '../platform/http/stream-snapshot.ts'
import { items, lines } from '../platform/http/streamed-json.ts'
import { findFile } from '../files/store/files.ts'
import { readerOf } from '../files/reader.ts'
import { findLock } from './store/edit-access.ts'
import { blockBatches, toTags } from './store/blocks.ts'
import { countBlocks, findReadingStart, type ReadingPlace } from './store/block-order.ts'
import { presentLock } from './lock/edit-lock.ts'
import { provisionalText } from './extension-points.ts'
import { readHeader } from './read-header.ts'
import { speakerReferences } from './references.ts'

/** Blocks of the first part: more than a tall window shows, few enough to be read and drawn quickly. */
const FIRST_BLOCKS = 64
/** Blocks of the first part that precede the place, so that the window shows what was said before. */
const CONTEXT_BLOCKS = 16

type Worded = PartBlock & { readonly terms: readonly Term[] }

/** The same content as `getTranscript`, compact and in parts, beginning at the place that the page opens. */
export const getTranscriptParts: StreamHandler<typeof contract> = async ({ params, query }, context) => {
  const { app } = context
  await findFile(app.db, context.actor, params.fileId)
  return streamSnapshot(context, async (trx) => {
    const actor = await reloadActor(trx, context.actor)
    const file = await findFile(trx, actor, params.fileId)
    const { header } = await readHeader(trx, file.id)
    const isFinal = header.status === 'completed'
    const transcript = { id: file.id, language: file.language, transcriptId: header.id }
    const provisional = isFinal ? [] : await provisionalText.get()(app.db, transcript)
    const block_count = isFinal ? await countBlocks(trx, header.id) : provisional.length
    const { listInFile } = speakerReferences.get()
    const parts = isFinal ? readParts(trx, header.id, query) : encodeParts([{ position: 0, blocks: provisional }])
    return {
      transcript: header,
      block_count,
      speakers: isFinal ? await listInFile(trx, actor, { ...file, transcriptId: header.id }) : [],
      url: readerOf(context).mediaOf(file.id),
      lock: presentLock(await findLock(trx, header.id)),
      parts: block_count > FIRST_BLOCKS ? lines(parts) : items(parts),
    }
  })
}

async function* readParts(trx: Trx, transcriptId: number, place: ReadingPlace): AsyncGenerator<TranscriptPart[]> {
  const start = await findReadingStart(trx, transcriptId, place, CONTEXT_BLOCKS)
  yield* encodeParts(readBatches(trx, transcriptId, start))
}

interface BlockBatch {
  position: number
  blocks: readonly Worded[]
}

async function* readBatches(
  trx: Trx,
  transcriptId: number,
  start: { after: string; index: number } | null,
): AsyncGenerator<BlockBatch> {
  const from = { after: start?.after ?? null, until: null, first: FIRST_BLOCKS }
  yield* numbered(blockBatches(trx, transcriptId, 'all', from), start?.index ?? 0)
  if (start) yield* numbered(blockBatches(trx, transcriptId, 'all', { after: null, until: start.after }), 0)
}

async function* numbered(batches: ReturnType<typeof blockBatches>, first: number): AsyncGenerator<BlockBatch> {
  let position = first
  for await (const rows of batches) {
    const blocks = rows.map(({ marks, terms, is_sentiment_manual: isManual, ...row }) => ({
      ...row,
      ...(isManual && { is_sentiment_manual: true }),
      terms: terms as Term[],
      tags: toTags(marks, row.content),
    }))
    yield { position, blocks }
    position += rows.length
  }
}

async function* encodeParts(
  batches: AsyncIterable<BlockBatch> | Iterable<BlockBatch>,
): AsyncGenerator<TranscriptPart[]> {
  const encoder = new WordEncoder()
  for await (const { position, blocks } of batches) yield [{ position, blocks: [...blocks], ...encoder.encode(blocks) }]
}
