// Comments that are not sent yet: their texts and the passages of new ones, by user and file. They stay while the tab is
// open, also when another page is shown.
import { useMemo, useSyncExternalStore } from 'react'
import { makeListeners } from '../platform/listeners.ts'
import { currentSession, onSessionEnd } from '../platform/session.ts'

/** A passage of one block that is about to be commented on. */
export interface NewPassage {
  block_uuid: string
  start_offset: number
  text: string
  /** Seconds. */
  time: number
}

/** Text that is not sent yet, with the people chosen as mentions. */
export interface Draft {
  text: string
  people: readonly { id: number; name: string }[]
}

interface FileDrafts {
  texts: ReadonlyMap<string, Draft>
  passages: readonly NewPassage[]
}

const NONE: FileDrafts = { texts: new Map(), passages: [] }

const files = new Map<string, FileDrafts>()
const { subscribe, notify } = makeListeners()

// Drafts are data of the signed-in user.
onSessionEnd(() => files.clear())

function placeOf(fileId: number): string {
  return `${currentSession()?.user.id ?? ''} ${fileId}`
}

function draftsOf(fileId: number): FileDrafts {
  return files.get(placeOf(fileId)) ?? NONE
}

function change(fileId: number, next: Partial<FileDrafts>): void {
  files.set(placeOf(fileId), { ...draftsOf(fileId), ...next })
  notify()
}

export function draftOf(fileId: number, key: string): Draft | undefined {
  return draftsOf(fileId).texts.get(key)
}

export function keepDraft(fileId: number, key: string, draft: Draft): void {
  change(fileId, { texts: new Map(draftsOf(fileId).texts).set(key, draft) })
}

export function forgetDraft(fileId: number, key: string): void {
  const texts = new Map(draftsOf(fileId).texts)
  if (texts.delete(key)) change(fileId, { texts })
}

export function hasDraft(fileId: number, key: string): boolean {
  return (draftOf(fileId, key)?.text.trim() ?? '') !== ''
}

export function replyKey(threadId: number): string {
  return `reply ${threadId}`
}

export function passageKey({ block_uuid, start_offset, text }: NewPassage): string {
  return `new ${block_uuid} ${start_offset} ${text.length}`
}

/** The passages of new comments, in the order of the recording. */
export function passagesOf(fileId: number): readonly NewPassage[] {
  return draftsOf(fileId).passages
}

/** Adds a passage. Passages whose comment is still empty are given up. */
export function addPassage(fileId: number, passage: NewPassage): void {
  const key = passageKey(passage)
  const kept = passagesOf(fileId).filter((one) => passageKey(one) !== key && hasDraft(fileId, passageKey(one)))
  change(fileId, { passages: [...kept, passage].toSorted((a, b) => a.time - b.time) })
}

export function removePassage(fileId: number, passage: NewPassage): void {
  const key = passageKey(passage)
  forgetDraft(fileId, key)
  change(fileId, { passages: passagesOf(fileId).filter((one) => passageKey(one) !== key) })
}

export function usePassages(fileId: number): readonly NewPassage[] {
  return useSyncExternalStore(subscribe, () => passagesOf(fileId))
}

/** The keys of drafts that have text. Renders only when one is added or removed. */
export function useDraftKeys(fileId: number): ReadonlySet<string> {
  const keys = useSyncExternalStore(subscribe, () =>
    [...draftsOf(fileId).texts.keys()].filter((key) => hasDraft(fileId, key)).join('\n'),
  )
  return useMemo(() => new Set(keys.split('\n')), [keys])
}
