// Questions that are being written, kept in memory while the panel is closed or another chat is shown.
import { onSessionEnd } from '../platform/session.ts'

const drafts = new Map<string, string>()
onSessionEnd(() => drafts.clear())

export function draftOf(key: string): string {
  return drafts.get(key) ?? ''
}

export function keepDraft(key: string, text: string): void {
  if (text === '') drafts.delete(key)
  else drafts.set(key, text)
}
