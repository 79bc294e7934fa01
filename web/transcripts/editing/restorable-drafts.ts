import type { EditSession } from '@kaiwa/editor'
import { rebase } from '@kaiwa/transcript'
import type { EditableDocument } from '@kaiwa/transcript'
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

/** Drafts of closed tabs that differ from the saved transcript, newest first. Deletes those that do not differ. */
export async function findRestorableDrafts(
  store: DraftStore,
  transcriptId: number,
  session: EditSession,
): Promise<Draft[]> {
  const drafts = await withoutOpenTabs(await store.list(transcriptId))
  const { saved } = session.getState()
  await Promise.all(drafts.filter((draft) => isSaved(draft, saved)).map((draft) => store.delete(draft)))
  return drafts.filter((draft) => !isSaved(draft, saved))
}
