import type { BlockVersion, getTranscriptRevision as contract } from '@kaiwa/contract/history.ts'
import { reloadActor } from '../../accounts/sessions/reload-actor.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { StreamHandler } from '../../platform/http/route.ts'
import { streamSnapshot } from '../../platform/http/stream-snapshot.ts'
import { items } from '../../platform/http/streamed-json.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { StoredBlock } from '../store/blocks.ts'
import { originalEntry, presentEntry } from './present-entry.ts'
import {
  findBlocksAt,
  findEntry,
  findOriginalBlocks,
  findRevisedBlocks,
  findVersions,
  type RevisedBlock,
} from '../store/history.ts'
import { textBatches } from '../store/text-batches.ts'
import { findReadable } from '../find-readable.ts'

export const getTranscriptRevision: StreamHandler<typeof contract> = async ({ params, query }, context) => {
  const { revision } = params
  await findReadable(context.app.db, context.actor, params.id)
  const only = query.block_uuid
  return streamSnapshot(context, async (trx) => {
    const transcript = await findReadable(trx, await reloadActor(trx, context.actor), params.id)
    if (revision === 0) {
      const blocks = await findOriginalBlocks(trx, transcript.id, only)
      const read = async (uuids: readonly string[]): Promise<Change[]> => {
        const originals = await findBlocksAt(trx, transcript.id, 0, uuids)
        return uuids.map((uuid) => ({ uuid, before: null, after: originals.get(uuid) ?? null }))
      }
      return { entry: await originalEntry(trx, transcript, blocks.length), changes: presented(blocks, read) }
    }
    const entry = await findEntry(trx, transcript.id, revision)
    if (!entry) throw new Refusal('E_NOT_FOUND')
    const blocks = await findRevisedBlocks(trx, transcript.id, revision, only)
    return {
      entry: presentEntry(entry),
      changes: presented(blocks, (uuids) => findChanges(trx, { transcriptId: transcript.id, revision, uuids })),
    }
  })
}

interface Change {
  uuid: string
  before: StoredBlock | null
  after: StoredBlock | null
}
interface Changed {
  transcriptId: number
  revision: number
  uuids: readonly string[]
}

async function findChanges(trx: Trx, { transcriptId, revision, uuids }: Changed): Promise<Change[]> {
  const before = await findVersions(trx, transcriptId, revision, uuids)
  const after = await findBlocksAt(trx, transcriptId, revision, uuids)
  return uuids.map((uuid) => ({ uuid, before: before.get(uuid) ?? null, after: after.get(uuid) ?? null }))
}

function version(block: StoredBlock | null): BlockVersion | null {
  return (
    block && {
      uuid: block.uuid,
      start_time: block.start_time,
      end_time: block.end_time,
      content: block.content,
      sentiment: block.sentiment,
      is_sentiment_manual: Boolean(block.is_sentiment_manual),
      section_name: block.section_name,
      is_break: block.is_break,
      speaker_id: block.speaker_id,
      terms: [...block.terms],
      tags: [...block.tags],
    }
  )
}

function present({ uuid, before, after }: Change) {
  return { uuid, before: version(before), after: version(after) }
}

/** Reads and presents the changes in batches: a revision may contain a whole transcript twice. */
function presented(blocks: readonly RevisedBlock[], read: (uuids: readonly string[]) => Promise<Change[]>) {
  return items(
    (async function* () {
      for (const batch of textBatches(blocks, ({ bytes }) => bytes))
        yield (await read(batch.map(({ uuid }) => uuid))).map(present)
    })(),
  )
}
