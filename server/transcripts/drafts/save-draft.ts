import type { DraftBlock, saveDraft as contract } from '@kaiwa/contract/drafts.ts'
import type { FieldErrors } from '@kaiwa/contract/errors.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { OperationArguments } from '@kaiwa/contract/operation.ts'
import { checkDraftBlocks, toFieldErrors } from '@kaiwa/transcript/check-changes.ts'
import type { EditableBlock } from '@kaiwa/transcript/editable-block.ts'
import type { NetChange } from '@kaiwa/transcript/changes.ts'
import { toSectionName } from '@kaiwa/transcript/clean-text.ts'
import type { Handler } from '../../platform/http/route.ts'
import type { Actor } from '../../accounts/actor.ts'
import type { Trx } from '../../platform/database/database.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { resolveReferences } from '../changes/commit-changes.ts'
import { assertLockVersion, assertUnchangedSince, type Editing, openForEdit } from '../open-for-edit.ts'
import { findStoredBlocks, type StoredBlock } from '../store/blocks.ts'
import { deleteDraftOf, type DraftRef, findDraftVersion, insertDraft, writeDraft } from '../store/drafts.ts'

type Body = OperationArguments<typeof contract>['body']

/**
 * Stores the changes of the caller's draft since its last version. Publishes no event and does not extend the lock: a draft
 * alone is no activity.
 */
export const saveDraft: Handler<typeof contract> = ({ params, body }, { app, actor }) =>
  app.db.transaction().execute(async (trx) => {
    const editing = await openForEdit(trx, actor, { transcriptId: params.id })
    assertLockVersion(editing.lock, actor, { lock_version: params.lockVersion })
    if (!editing.lock?.is_held) throw new Refusal('E_CONFLICT', { reason: 'lock', lock: null, is_own: true })
    const draft = { transcriptId: editing.transcriptId, lockVersion: params.lockVersion, userId: actor.id }
    await openDraft(trx, draft, body)
    const changes = await toNetChanges(trx, actor, editing, body)
    const { version, savedAt, blocks, size } = await writeDraft(trx, draft, changes, body.revert)
    if (blocks > LIMITS.changesPerSave || size > LIMITS.saveBody) throw invalid({ put: ['max'] })
    if (blocks === 0) await deleteDraftOf(trx, draft)
    return { version: blocks === 0 ? 0 : version, saved_at: savedAt.toISOString() }
  })

/** Creates the draft, or refuses with E_CONFLICT when its version is not the one that the caller stored last. */
async function openDraft(trx: Trx, draft: DraftRef, { since, key }: Body): Promise<void> {
  if (since === 0) {
    await deleteDraftOf(trx, draft)
    await insertDraft(trx, draft, key)
  } else if ((await findDraftVersion(trx, draft)) !== since) throw new Refusal('E_CONFLICT', { reason: 'draft' })
}

/** The changes with the blocks they are based on. Refuses what a save would refuse. */
async function toNetChanges(trx: Trx, actor: Actor, editing: Editing, body: Body): Promise<NetChange[]> {
  const { transcriptId } = editing
  const { put, delete: deleted, revert } = body
  const uuids = [...put.map(({ uuid }) => uuid), ...deleted]
  const stored = new Map(
    (await findStoredBlocks(trx, transcriptId, { uuids })).map((block) => [block.uuid, block] as const),
  )
  await assertUnchangedSince(trx, editing, body.revision, uuids)
  const errors: FieldErrors = toFieldErrors(checkDraftBlocks(put))
  if (new Set([...uuids, ...revert]).size < uuids.length + revert.length) errors['put'] = ['unique']
  for (const [index, uuid] of deleted.entries()) if (!stored.has(uuid)) errors[`delete.${index}`] = ['incorrect']
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const resolved = await withReferences(trx, actor, put)
  return [
    ...resolved.map((block): NetChange => {
      const before = stored.get(block.uuid)
      return {
        uuid: block.uuid,
        before: before ? toEditable(before) : null,
        after: toEditable({ ...(before && block.sentiment === undefined && pickSentiment(before)), ...block }),
        previous: block.previous,
      }
    }),
    ...deleted.map((uuid): NetChange => ({
      uuid,
      before: toEditable(stored.get(uuid) as StoredBlock),
      after: null,
      previous: null,
    })),
  ]
}

/** Replaces merged speakers and drops deleted tags. Refuses ids that never existed in the workspace (422). */
async function withReferences(trx: Trx, actor: Actor, put: readonly DraftBlock[]): Promise<DraftBlock[]> {
  const insert = put.map((block) => ({ ...block, position: 0 }))
  const set = { blocks: [], insert, delete: [], speaker: [], section: [] }
  const resolved = await resolveReferences(trx, actor, set, 'put')
  return put.map((block, index) => {
    const { tags, speaker_id } = resolved.insert[index] as (typeof resolved.insert)[number]
    return { ...block, tags, speaker_id }
  })
}

function pickSentiment({ sentiment, is_sentiment_manual }: StoredBlock) {
  return { sentiment, is_sentiment_manual }
}

function toEditable(block: Omit<EditableBlock, 'sentiment'> & { sentiment?: number | undefined }): EditableBlock {
  return {
    uuid: block.uuid,
    content: block.content,
    start_time: block.start_time,
    end_time: block.end_time,
    is_break: block.is_break,
    section_name: toSectionName(block.section_name),
    speaker_id: block.speaker_id,
    sentiment: block.sentiment ?? 0,
    is_sentiment_manual: block.is_sentiment_manual,
    terms: block.terms,
    tags: block.tags,
  }
}
