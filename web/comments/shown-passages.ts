import type { ThreadSummary } from '@kaiwa/contract/comments.ts'
import type { EditSession } from '@kaiwa/editor'
import type { moveAnchors } from '@kaiwa/transcript/move-anchors.ts'

/** A passage to mark in the text. */
export interface ShownPassage {
  threadId: number
  uuid: string
  offset: number
  length: number
}

/** The function is loaded with the first edit: reading a transcript needs no comparison of texts. */
type MoveAnchors = typeof moveAnchors

function toPassage({ id, block_uuid: uuid, start_offset: offset, end_offset: end }: ThreadSummary): ShownPassage {
  return { threadId: id, uuid, offset, length: end - offset }
}

/**
 * Where the passages of open threads are in the document shown. With `move` they follow edits that are not saved yet;
 * without it, passages of edited blocks are left out. So are passages whose text is not there: the list and the document
 * can be of different revisions for a moment.
 */
export function shownPassages(
  session: EditSession,
  threads: readonly ThreadSummary[],
  move: MoveAnchors | null = null,
): ShownPassage[] {
  const { document, saved } = session.getState()
  const there = threads.flatMap((thread) => {
    if (thread.is_resolved || thread.is_removed) return []
    const text = saved.blocks.get(thread.block_uuid)?.content.slice(thread.start_offset, thread.end_offset)
    // The end of a passage that is longer than its excerpt can be off until the list is up to date.
    return text?.startsWith(thread.excerpt) ? [{ ...thread, text, quote: text }] : []
  })
  if (document === saved || there.length === 0) return there.map(toPassage)
  if (!move)
    return there
      .filter(({ block_uuid: uuid }) => document.blocks.get(uuid)?.content === saved.blocks.get(uuid)?.content)
      .map(toPassage)
  const pending = session.pendingChanges()
  const before = pending
    .flatMap((change) => change.before ?? [])
    .toSorted((a, b) => saved.blocks.indexOf(a.uuid) - saved.blocks.indexOf(b.uuid))
  const moved = move(there, { before, after: pending.flatMap(({ after }) => after ?? []) })
  return moved.flatMap((anchor, index) => (anchor.is_removed ? [] : [toPassage({ ...there[index]!, ...anchor })]))
}
