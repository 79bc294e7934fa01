import { LIMITS } from '@kaiwa/contract/limits.ts'
import { applyAll, invert } from './change.ts'
import type { Change } from './change.ts'
import type { EditableDocument } from './editable-document.ts'

/** What one undo takes back. */
interface Batch {
  readonly changes: readonly Change[]
  /** Typing in one block goes on in its batch until a pause; null: the batch is closed. */
  readonly typing: { readonly uuid: string; readonly until: number } | null
}

interface Stack {
  readonly top: Batch
  readonly rest: Stack | null
  readonly depth: number
}

/** Undo and redo by batch, as a value: every function answers a new one. */
export interface History {
  readonly done: Stack | null
  readonly undone: Stack | null
}

export const emptyHistory: History = { done: null, undone: null }

const stacked = (top: Batch, rest: Stack | null): Stack => ({ top, rest, depth: (rest?.depth ?? 0) + 1 })

/** One step for two in a row on the same block. */
function joined(earlier: Change, later: Change): Change | null {
  if (earlier.type !== 'put' || later.type !== 'put' || earlier.after !== later.before) return null
  return { type: 'put', before: earlier.before, after: later.after }
}

/** The block that a batch types in: it is one step on one block's text. */
const typedIn = (changes: readonly Change[]): string | null => {
  const [only] = changes
  return changes.length === 1 && only?.type === 'put' && only.before.content !== only.after.content
    ? only.after.uuid
    : null
}

/**
 * Remembers an operation done at `at` (ms); what was undone is forgotten. Typing (`isTyping`) in one block is one batch
 * until it pauses for `LIMITS.typingPauseMs`; what `continues` goes into the batch before it; every other operation is a
 * batch of its own.
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

/** Ends the batch that is being typed: what comes next is undone by itself. */
export const closeBatch = (history: History): History =>
  history.done?.top.typing
    ? { ...history, done: stacked({ ...history.done.top, typing: null }, history.done.rest) }
    : history

export const canUndo = ({ done }: History): boolean => done !== null
export const canRedo = ({ undone }: History): boolean => undone !== null

/** The state after an undo or redo, and the changes that led to it. */
export interface Travelled {
  readonly history: History
  readonly document: EditableDocument
  readonly changes: readonly Change[]
}

/** Takes the last batch back; null when there is none. */
export function undo({ done, undone }: History, document: EditableDocument): Travelled | null {
  if (!done) return null
  const changes = invert(done.top.changes)
  const history = { done: done.rest, undone: stacked({ ...done.top, typing: null }, undone) }
  return { history, document: applyAll(document, changes), changes }
}

/** Does the batch again that was taken back last; null when there is none. */
export function redo({ done, undone }: History, document: EditableDocument): Travelled | null {
  if (!undone) return null
  const { changes } = undone.top
  return {
    history: { done: stacked(undone.top, done), undone: undone.rest },
    document: applyAll(document, changes),
    changes,
  }
}
