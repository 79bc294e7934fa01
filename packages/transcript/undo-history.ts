import { LIMITS } from '@kaiwa/contract/limits.ts'
import { applyAll } from './changes.ts'
import { invert } from './editable-document.ts'
import type { Change, EditableDocument } from './editable-document.ts'
import type { EditableBlock } from './editable-block.ts'

/** The changes that one undo reverts. */
interface Batch {
  readonly changes: readonly Change[]
  /** Typing in this block before `until` (ms) joins the batch; null when the batch is closed. */
  readonly typing: { readonly uuid: string; readonly until: number } | null
}

interface Stack {
  readonly top: Batch
  readonly rest: Stack | null
  readonly depth: number
}

/** Undo history in batches. Immutable: every function returns a new history. */
export interface History {
  readonly done: Stack | null
  readonly undone: Stack | null
}

export const emptyHistory: History = { done: null, undone: null }

function stacked(top: Batch, rest: Stack | null): Stack {
  return { top, rest, depth: (rest?.depth ?? 0) + 1 }
}

/** Combines two consecutive changes to the same block; null when they cannot be combined. */
function joined(earlier: Change, later: Change): Change | null {
  if (earlier.type !== 'put' || later.type !== 'put' || earlier.after !== later.before) return null
  return { type: 'put', before: earlier.before, after: later.after }
}

/** The block whose text a batch changes; null when the batch does anything else. */
function typedIn(changes: readonly Change[]): string | null {
  const [only] = changes
  return changes.length === 1 && only?.type === 'put' && only.before.content !== only.after.content
    ? only.after.uuid
    : null
}

/**
 * Adds an operation made at `at` (ms) and clears the redo stack. Typing (`isTyping`) in one block is one batch until a
 * pause of `LIMITS.typingPauseMs`; an operation with `continues` joins the previous batch; any other is a separate
 * batch.
 */
export function push(
  { done }: History,
  changes: readonly Change[],
  { at, isTyping = false, continues = false }: { at: number; isTyping?: boolean; continues?: boolean },
): History {
  if (changes.length === 0) return { done, undone: null }
  if (continues && done)
    return { done: stacked({ changes: [...done.top.changes, ...changes], typing: null }, done.rest), undone: null }
  const uuid = isTyping ? typedIn(changes) : null
  const typing = uuid === null ? null : { uuid, until: at + LIMITS.typingPauseMs }
  const last = done?.top
  if (done && last?.typing && typing && last.typing.uuid === uuid && at <= last.typing.until) {
    const one = joined(last.changes[0]!, changes[0]!)
    if (one) return { done: stacked({ changes: [one], typing }, done.rest), undone: null }
  }
  return { done: stacked({ changes, typing }, done), undone: null }
}

/** Closes the current batch, so that the next edit starts a new one. */
export function closeBatch(history: History): History {
  return history.done?.top.typing
    ? { ...history, done: stacked({ ...history.done.top, typing: null }, history.done.rest) }
    : history
}

export function canUndo({ done }: History): boolean {
  return done !== null
}

export function canRedo({ undone }: History): boolean {
  return undone !== null
}

/** The state after an undo or redo, and the changes it made. */
export interface HistoryStep {
  readonly history: History
  readonly document: EditableDocument
  readonly changes: readonly Change[]
}

/** Reverts the last batch; null when the history is empty. */
export function undo({ done, undone }: History, document: EditableDocument): HistoryStep | null {
  if (!done) return null
  const changes = invert(done.top.changes)
  const history = { done: done.rest, undone: stacked({ ...done.top, typing: null }, undone) }
  return { history, document: applyAll(document, changes), changes }
}

/** Repeats the batch that was undone last; null when nothing was undone. */
export function redo({ done, undone }: History, document: EditableDocument): HistoryStep | null {
  if (!undone) return null
  const { changes } = undone.top
  return {
    history: { done: stacked(undone.top, done), undone: undone.rest },
    document: applyAll(document, changes),
    changes,
  }
}

function replacedIn(change: Change, replaced: ReadonlyMap<EditableBlock, EditableBlock>): Change {
  return change.type === 'put'
    ? {
        type: 'put',
        before: replaced.get(change.before) ?? change.before,
        after: replaced.get(change.after) ?? change.after,
      }
    : { ...change, block: replaced.get(change.block) ?? change.block }
}

function replacedInStack(stack: Stack | null, replaced: ReadonlyMap<EditableBlock, EditableBlock>): Stack | null {
  const batches: Batch[] = []
  for (let at = stack; at; at = at.rest) batches.push(at.top)
  return batches.reduceRight<Stack | null>(
    (rest, top) => stacked({ ...top, changes: top.changes.map((change) => replacedIn(change, replaced)) }, rest),
    null,
  )
}

/** The same history for a document in which these blocks were replaced, for example by a new analysis. */
export function replaceBlocks({ done, undone }: History, replaced: ReadonlyMap<EditableBlock, EditableBlock>): History {
  return { done: replacedInStack(done, replaced), undone: replacedInStack(undone, replaced) }
}
