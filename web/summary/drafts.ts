// Parts that are being edited, kept in memory while another tab is shown: evidence is checked in the transcript.
import type { SummaryPartName } from '@kaiwa/contract/summary-words.ts'
import { onSessionEnd } from '../platform/session.ts'
import type { Draft } from './edit-items.ts'

const drafts = new Map<string, Draft>()
onSessionEnd(() => drafts.clear())

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
}
