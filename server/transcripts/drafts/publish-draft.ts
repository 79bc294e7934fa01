// The expiry of a lock publishes the draft of its holder as one revision, like a save of that person at that moment.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { BlockSequence } from '@kaiwa/transcript/block-sequence.ts'
import { checkChanges } from '@kaiwa/transcript/check-changes.ts'
import { orderDraft, placeByTime } from '@kaiwa/transcript/draft-changes.ts'
import { type EditableBlock, sameBlock } from '@kaiwa/transcript/editable-block.ts'
import { compactChanges, isEmptyChangeSet, type NetChange } from '@kaiwa/transcript/changes.ts'
import { touchedBy } from '@kaiwa/transcript/editable-document.ts'
import { rebase } from '@kaiwa/transcript/rebase.ts'
import type { Trx } from '../../platform/database/database.ts'
import { publishAll } from '../../platform/store/outbox.ts'
import { Refusal } from '../../platform/refusal.ts'
import { commitSave, resolveReferences } from '../changes/commit-changes.ts'
import { openForUser } from '../open-for-user.ts'
import { findBlockStarts } from '../store/block-order.ts'
import { findStoredBlocks, type StoredBlock } from '../store/blocks.ts'
import { deleteDraftOf, draftBatches, type DraftRef, findDraftState } from '../store/drafts.ts'
import { draftFingerprint } from '../store/journal.ts'

/** `kept`: the draft is unchanged and is offered to its author. `long`: nothing was done, a worker thread must do it. */
export type Publication = 'none' | 'published' | 'kept' | 'long'

/** The largest draft that is published outside of a worker thread: changed blocks, and characters of their JSON. */
const SHORT = { blocks: 100, size: 200_000 }

/**
 * Publishes a draft and deletes it. Keeps it when its author may no longer edit, when others have changed the same words
 * since (the author has to decide), and when it cannot be saved. The caller holds the file's row.
 */
export async function publishDraft(
  trx: Trx,
  draft: DraftRef,
  { isInThread }: { isInThread: boolean },
): Promise<Publication> {
  const state = await findDraftState(trx, draft)
  if (state === undefined) return 'none'
  if (!isInThread && (state.blocks > SHORT.blocks || state.size > SHORT.size)) return 'long'
  const opened = await openForUser(trx, draft.userId, draft.transcriptId)
  if (!opened) return 'kept'
  const { actor, editing } = opened
  const found: NetChange[] = []
  for await (const batch of draftBatches(trx, draft)) found.push(...batch)
  const changes = orderDraft(found)
  const uuids = changes.map(({ uuid }) => uuid)
  const stored = await findStoredBlocks(trx, draft.transcriptId, { uuids })
  // The differences of the texts of a single block may take 0.2 s.
  if (!isInThread && isChangedSince(stored, changes)) return 'long'
  const current = await toDocument(trx, draft.transcriptId, stored, changes)
  const rebased = rebase(current, placeByTime(current, changes))
  if (rebased.conflicts.length > 0) return 'kept'
  const compact = compactChanges(current, rebased.document, touchedBy(rebased.changes))
  if (!isEmptyChangeSet(compact)) {
    const blocks = new Map(stored.map((block) => [block.uuid, block]))
    const set = await resolveReferences(trx, actor, compact).catch((error: unknown) => {
      if (error instanceof Refusal) return null
      throw error
    })
    const extent = { has: (uuid: string) => blocks.has(uuid), length: current.blocks.length }
    if (set === null || checkChanges(extent, set).length > 0) return 'kept'
    const growth = lengthOf(rebased.document.blocks, uuids) - lengthOf(current.blocks, uuids)
    if (growth > 0 && editing.textLength + growth > LIMITS.textPerTranscript) return 'kept'
    const fingerprint = draftFingerprint(draft.lockVersion, state.version)
    const { events } = await commitSave(trx, editing, { set, blocks, userId: actor.id, fingerprint })
    await publishAll(trx, events)
  }
  await deleteDraftOf(trx, draft)
  return 'published'
}

/**
 * The current document as far as the draft needs it: the touched blocks. Only a new block needs its place among all
 * others, which are then read without their content.
 */
async function toDocument(
  trx: Trx,
  transcriptId: number,
  stored: readonly StoredBlock[],
  changes: readonly NetChange[],
) {
  const isTouched = new Map<string, EditableBlock>(stored.map((block) => [block.uuid, block]))
  const needsOrder = changes.some(({ before, after }) => before === null && after !== null)
  const starts = needsOrder ? await findBlockStarts(trx, transcriptId) : null
  const blocks = starts?.map((start) => isTouched.get(start.uuid) ?? { ...EMPTY, ...start }) ?? stored
  return { id: transcriptId, revision: 0, blocks: BlockSequence.of(blocks) }
}

const EMPTY = {
  content: '',
  end_time: 0,
  is_break: false,
  section_name: null,
  speaker_id: null,
  sentiment: 0,
  terms: [],
  tags: [],
}

/** Whether others have changed a block since the draft was stored, so that both versions must be merged. */
function isChangedSince(stored: readonly StoredBlock[], changes: readonly NetChange[]): boolean {
  const based = new Map(changes.map(({ uuid, before }) => [uuid, before]))
  return stored.some((block) => {
    const before = based.get(block.uuid)
    return !before || !sameBlock(before, block)
  })
}

function lengthOf(blocks: BlockSequence, uuids: readonly string[]): number {
  return uuids.reduce((sum, uuid) => sum + (blocks.get(uuid)?.content.length ?? 0), 0)
}
