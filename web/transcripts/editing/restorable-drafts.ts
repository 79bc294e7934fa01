import type { EditSession } from '@kaiwa/editor'
import { orderDraft, rebase } from '@kaiwa/transcript'
import type { EditableDocument } from '@kaiwa/transcript'
import type { call as Call } from '../../platform/call.ts'
import type { CallResult } from '../../platform/call-types.ts'
import type { Draft, DraftStore } from './draft-store.ts'
import { tabLockName } from './draft-writer.ts'

/** Drafts whose tab is closed, according to the Web Locks that open tabs hold. */
async function withoutOpenTabs(drafts: readonly Draft[]): Promise<Draft[]> {
  if (drafts.length === 0 || !('locks' in navigator)) return [...drafts]
  const { held = [] } = await navigator.locks.query()
  const open = new Set(held.map(({ name }) => name))
  return drafts.filter((draft) => !open.has(tabLockName(draft)))
}

/** Whether the saved document contains all changes of a draft: a tab closed during a save leaves such a draft. */
function isSaved(draft: Draft, saved: EditableDocument): boolean {
  const { changes, conflicts } = rebase(saved, draft.changes)
  return changes.length === 0 && conflicts.length === 0
}

interface Sources {
  drafts: DraftStore
  call: typeof Call
  transcriptId: number
  session: EditSession
}

/** A draft on the server, without its changes. */
export type ServerDraft = CallResult<'listDrafts'>['data'][number]

/** A draft of this browser and its copy on the server are one: this browser has the newer changes. */
function merge(local: readonly Draft[], remote: readonly Draft[]): Draft[] {
  const copies = new Map(remote.map((draft) => [draft.id, draft]))
  const own = local.map((draft) => {
    const lockVersion = copies.get(draft.id)?.lockVersion
    copies.delete(draft.id)
    return lockVersion === undefined ? draft : { ...draft, lockVersion }
  })
  return [...own, ...copies.values()].sort((a, b) => b.at.localeCompare(a.at))
}

/**
 * Drafts of closed tabs and of other browsers that differ from the saved transcript, newest first. Deletes those that do
 * not differ.
 */
export async function findRestorableDrafts(
  sources: Sources,
  local: readonly Draft[],
  listed: readonly ServerDraft[],
): Promise<Draft[]> {
  const { call, transcriptId, session } = sources
  const found = await withoutOpenTabs(merge(local, await readServerDrafts(call, transcriptId, listed)))
  const { saved } = session.getState()
  await Promise.all(found.filter((draft) => isSaved(draft, saved)).map((draft) => deleteDraft(sources, draft)))
  return found.filter((draft) => !isSaved(draft, saved))
}

/** Deletes a draft in this browser and on the server. */
export async function deleteDraft({ drafts, call }: Pick<Sources, 'drafts' | 'call'>, draft: Draft): Promise<void> {
  const { transcriptId: id, lockVersion } = draft
  if (lockVersion !== undefined) await call('deleteDraft', { params: { id, lockVersion } })
  await drafts.delete(draft)
}

/** Reads the changes of drafts on the server. Skips those that cannot be read. */
async function readServerDrafts(
  call: typeof Call,
  transcriptId: number,
  listed: readonly ServerDraft[],
): Promise<Draft[]> {
  const read = async ({ lock_version: lockVersion, key: id, saved_at: at }: ServerDraft): Promise<Draft[]> => {
    const { changes } = await call('getDraft', { params: { id: transcriptId, lockVersion } })
    return [{ id, transcriptId, at, changes: orderDraft(changes), lockVersion }]
  }
  return (await Promise.all(listed.map((draft) => read(draft).catch(() => [])))).flat()
}
