// The state of the comment panel of the open file: whether it is shown, the chosen thread, and passages that somebody
// has begun to comment on. Text that is not sent yet stays here when the panel is closed.
import type { EditSession } from '@kaiwa/editor'
import { useSyncExternalStore } from 'react'
import { openDrawer } from '../transcripts/use-sidebar-open.ts'

/** A passage of one block that is about to be commented on. */
export interface NewPassage {
  block_uuid: string
  start_offset: number
  text: string
  /** Seconds. */
  time: number
}

export interface PanelState {
  isOpen: boolean
  resolved: boolean
  /** The chosen thread, or the passage of a new one. */
  chosen: number | NewPassage | null
  started: readonly NewPassage[]
}

const CLOSED: PanelState = { isOpen: false, resolved: false, chosen: null, started: [] }

const states = new WeakMap<EditSession, PanelState>()
const listeners = new Set<() => void>()

function stateOf(session: EditSession): PanelState {
  return states.get(session) ?? CLOSED
}

export function changePanel(session: EditSession, change: Partial<PanelState>): void {
  states.set(session, { ...stateOf(session), ...change })
  for (const listener of listeners) listener()
}

/** Shows the panel, with a thread or a new passage chosen. */
export function openPanel(session: EditSession, change: Partial<PanelState> = {}): void {
  changePanel(session, { ...change, isOpen: true })
  openDrawer({ session, name: 'comments' })
}

export function closePanel(session: EditSession): void {
  changePanel(session, { isOpen: false, chosen: null })
  openDrawer(null)
}

export function keyOf({ block_uuid, start_offset, text }: NewPassage): string {
  return `new ${block_uuid} ${start_offset} ${text.length}`
}

/** Begins a comment on a passage. Passages whose comment is still empty are given up. */
export function startComment(session: EditSession, passage: NewPassage): void {
  const key = keyOf(passage)
  const kept = stateOf(session).started.filter((other) => keyOf(other) !== key && hasDraft(session, keyOf(other)))
  const started = [...kept, passage].toSorted((a, b) => a.time - b.time)
  openPanel(session, { started, chosen: passage, resolved: false })
}

export function endComment(session: EditSession, passage: NewPassage): void {
  const key = keyOf(passage)
  const { started, chosen } = stateOf(session)
  forgetDraft(session, key)
  changePanel(session, {
    started: started.filter((other) => keyOf(other) !== key),
    chosen: typeof chosen === 'object' && chosen && keyOf(chosen) === key ? null : chosen,
  })
}

export function usePanel(session: EditSession): PanelState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => stateOf(session),
  )
}

/** Text that is not sent yet, with the people chosen as mentions. */
export interface Draft {
  text: string
  people: readonly { id: number; name: string }[]
}

const drafts = new WeakMap<EditSession, Map<string, Draft>>()

export function draftOf(session: EditSession, key: string): Draft | undefined {
  return drafts.get(session)?.get(key)
}

export function keepDraft(session: EditSession, key: string, draft: Draft): void {
  const own = drafts.get(session) ?? new Map<string, Draft>()
  drafts.set(session, own.set(key, draft))
}

export function forgetDraft(session: EditSession, key: string): void {
  drafts.get(session)?.delete(key)
}

function hasDraft(session: EditSession, key: string): boolean {
  return (draftOf(session, key)?.text.trim() ?? '') !== ''
}
