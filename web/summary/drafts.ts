// Parts that are being edited, kept in memory while another tab is shown: evidence is checked in the transcript. The browser
// asks before the page is closed or loaded again while there is one.
import type { SummaryPartName } from '@kaiwa/contract/summary-words.ts'
import { onSessionEnd } from '../platform/session.ts'
import type { Draft } from './edit-items.ts'

const drafts = new Map<string, Draft>()

function warnBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

function updateWarning(): void {
  if (drafts.size > 0) globalThis.addEventListener('beforeunload', warnBeforeLeaving)
  else globalThis.removeEventListener('beforeunload', warnBeforeLeaving)
}

onSessionEnd(() => {
  drafts.clear()
  updateWarning()
})

function keyOf(fileId: number, part: SummaryPartName): string {
  return `${fileId} ${part}`
}

export function draftOf(fileId: number, part: SummaryPartName): Draft | null {
  return drafts.get(keyOf(fileId, part)) ?? null
}

/** Null forgets the draft. */
export function keepDraft(fileId: number, part: SummaryPartName, draft: Draft | null): void {
  if (draft) drafts.set(keyOf(fileId, part), draft)
  else drafts.delete(keyOf(fileId, part))
  updateWarning()
}
