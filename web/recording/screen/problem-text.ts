import type { ParseKeys } from 'i18next'
import type { CaptureProblem, SessionState } from '../types.ts'

export type Problem = CaptureProblem | NonNullable<SessionState['problem']>

/** The sentence about a problem, with what to do (APP-10). Only shared screens have sound of a system. */
export function problemText({ device, kind }: Problem): ParseKeys<'recording'> {
  if (device === 'storage') return 'problems.storage.full'
  if (kind === 'no-output') return 'problems.microphone.no-output'
  if (kind === 'no-system-sound') return 'problems.screen.no-system-sound'
  return `problems.${device}.${kind}`
}
