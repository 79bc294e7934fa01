// Restores an earlier revision by a new change set, which can be undone like any other. Uses only the database, so that
// a long transcript can be restored in a worker thread (restore.thread.ts).
import type { ChangeSet } from '@kaiwa/contract/transcript-edits.ts'
import type { restoreTranscript } from '@kaiwa/contract/history.ts'
import type { OperationArguments, OperationResult } from '@kaiwa/contract/operation.ts'
import { type EditableBlock, sameBlock, sameSentiment, toSavedBlock } from '@kaiwa/transcript/editable-block.ts'
import type { Actor } from '../../accounts/actor.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { speakerReferences, tagReferences } from '../references.ts'
import { commitChanges, publishChanges } from '../changes/commit-changes.ts'
import { presentLock } from '../lock/edit-lock.ts'
import { findStoredBlocks, type PositionedBlock, type StoredBlock } from '../store/blocks.ts'
import { holdLock } from '../store/edit-access.ts'
import { positionsBetween } from '../changes/positions.ts'
import { findBlockIndexes, findTakenPositions } from '../store/block-positions.ts'
import { findBlocksChangedSince } from '../store/history.ts'
import { assertLockVersion, type Editing, openForEdit } from '../open-for-edit.ts'

type Contract = typeof restoreTranscript

export interface Restoration {
  actor: Actor
  transcriptId: number
  wanted: OperationArguments<Contract>['body']
}

export function restoreRevision(
  db: Db,
  { actor, transcriptId: id, wanted }: Restoration,
): Promise<OperationResult<Contract>> {
  return db.transaction().execute(async (trx) => {
    const editing = await openForEdit(trx, actor, { transcriptId: id })
    const { lock, transcriptId } = editing
    assertLockVersion(lock, actor, { lock_version: wanted.lock_version })
    if (!lock?.is_held) throw new Refusal('E_CONFLICT', { reason: 'lock', lock: null })
    if (wanted.revision > editing.revision) throw new Refusal('E_NOT_FOUND')
    const revision = await restore(trx, actor, editing, wanted)
    const held = await holdLock(trx, { transcriptId, userId: actor.id, version: lock.version, blockUuids: [] })
    return { revision, lock: presentLock(held) }
  })
}

interface RestoreRequest {
  revision: number
  block_uuids?: string[] | undefined
}

async function restore(
  trx: Trx,
  actor: Actor,
  editing: Editing,
  { revision, block_uuids }: RestoreRequest,
): Promise<number> {
  const { transcriptId, file } = editing
  const uuids = block_uuids
  const past = await withCurrentReferences(trx, actor, await findBlocksChangedSince(trx, transcriptId, revision, uuids))
  const now = new Map(
    (await findStoredBlocks(trx, transcriptId, { uuids: [...past.keys()] })).map((block) => [block.uuid, block]),
  )
  await assertBlocksKnown(trx, transcriptId, past, uuids)
  const deletes = [...now.values()].filter(({ uuid }) => past.get(uuid) === null)
  const puts: { before: StoredBlock; after: StoredBlock }[] = []
  const returning: StoredBlock[] = []
  for (const [uuid, after] of past) {
    const before = now.get(uuid)
    if (after && before && !sameBlock(before, after)) puts.push({ before, after })
    if (after && !before) returning.push(after)
  }
  await speakerReferences
    .get()
    .addToFolder(trx, file.project_id, [...new Set([...past.values()].flatMap((block) => block?.speaker_id ?? []))])
  const changes = async (inserted: readonly PositionedBlock[]): Promise<ChangeSet> =>
    toChangeSet(
      { deletes, puts, inserted },
      await findBlockIndexes(
        trx,
        transcriptId,
        inserted.map(({ block }) => block.uuid),
      ),
    )
  const positionInserts = () => positionRestored(trx, transcriptId, returning)
  const commit = { kind: 'restore', userId: actor.id, changes } as const
  const committed = await commitChanges(trx, editing, { deletes, puts, positionInserts }, commit)
  if (!committed) return editing.revision
  await publishChanges(trx, editing, committed)
  return committed.revision
}

/** Refuses with E_NOT_FOUND when a requested block never existed. */
async function assertBlocksKnown(
  trx: Trx,
  transcriptId: number,
  past: ReadonlyMap<string, unknown>,
  uuids: readonly string[] | undefined,
): Promise<void> {
  const unchanged = uuids?.filter((uuid) => !past.has(uuid)) ?? []
  const known = await findStoredBlocks(trx, transcriptId, { uuids: unchanged })
  if (known.length < new Set(unchanged).size) throw new Refusal('E_NOT_FOUND')
}

/** Replaces merged speakers by their successors and drops deleted speakers and tags from old blocks. */
async function withCurrentReferences(
  trx: Trx,
  actor: Actor,
  blocks: ReadonlyMap<string, StoredBlock | null>,
): Promise<Map<string, StoredBlock | null>> {
  const live = [...blocks.values()].filter((block) => block !== null)
  const speakers = await speakerReferences
    .get()
    .resolve(trx, actor, new Set(live.flatMap(({ speaker_id }) => speaker_id ?? [])))
  const tags = await tagReferences
    .get()
    .resolve(trx, actor, new Set(live.flatMap((block) => block.tags.map(({ tag_id }) => tag_id))))
  return new Map(
    [...blocks].map(([uuid, block]) => [
      uuid,
      block && {
        ...block,
        speaker_id: block.speaker_id === null ? null : (speakers.get(block.speaker_id) ?? null),
        tags: block.tags.filter(({ tag_id }) => tags.get(tag_id) === 'live'),
      },
    ]),
  )
}

/** Restored blocks get their old positions; when a position is taken, the block is put after the current one. */
async function positionRestored(
  trx: Trx,
  transcriptId: number,
  blocks: readonly StoredBlock[],
): Promise<PositionedBlock[]> {
  const taken = await findTakenPositions(
    trx,
    transcriptId,
    blocks.map(({ position }) => position),
  )
  return blocks.map((block) => {
    const { position } = block
    const free = taken.has(position) ? positionsBetween(position, taken.get(position) ?? null, 1)[0] : undefined
    return { block, position: free ?? position }
  })
}

interface RowChanges {
  deletes: readonly EditableBlock[]
  puts: readonly { before: EditableBlock; after: EditableBlock }[]
  inserted: readonly PositionedBlock[]
}

/** The change set that is equivalent to changes of rows. `indexes`: those of inserted blocks in the final order. */
function toChangeSet({ deletes, puts, inserted }: RowChanges, indexes: ReadonlyMap<string, number>): ChangeSet {
  const sentiments = [
    ...puts.filter(({ before, after }) => !sameSentiment(before, after)).map(({ after }) => after),
    ...inserted.map(({ block }) => block).filter(({ is_sentiment_manual: isManual }) => isManual),
  ]
  return {
    delete: deletes.map(({ uuid }) => uuid),
    insert: inserted
      .map(({ block }) => ({
        ...toSavedBlock(block),
        speaker_id: block.speaker_id,
        position: indexes.get(block.uuid) as number,
      }))
      .sort((a, b) => a.position - b.position),
    blocks: puts.map(({ after }) => toSavedBlock(after)),
    speaker: puts
      .filter(({ before, after }) => before.speaker_id !== after.speaker_id)
      .map(({ after }) => ({ block_uuid: after.uuid, speaker_id: after.speaker_id, child_block_uuids: [] })),
    section: [
      ...puts.filter(({ before, after }) => before.section_name !== after.section_name).map(({ after }) => after),
      ...inserted.map(({ block }) => block).filter(({ section_name }) => section_name !== null),
    ].map(({ uuid, section_name }) => ({ block_uuid: uuid, section_name })),
    ...(sentiments.length > 0 && {
      sentiment: sentiments.map(({ uuid, sentiment, is_sentiment_manual: isManual }) => ({
        block_uuid: uuid,
        sentiment,
        is_manual: Boolean(isManual),
      })),
    }),
  }
}
