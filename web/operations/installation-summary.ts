import type { Part } from '@kaiwa/contract/operations.ts'

export type InstallationSummary = {
  /** Speech engines in use, with the languages they know. */
  engines: readonly Part[]
  /** What is off or only half there, and says why. */
  remarks: readonly Part[]
  offCount: number
  /** Changes when anything but a download's progress changes: a notice that was closed comes back then. */
  fingerprint: string
}

/** Models serve engines: one that hears speech without knowing a language is no engine by itself. */
const isEngine = ({ kind, state, languages, id }: Part): boolean =>
  kind === 'speech' && state === 'active' && (languages.length > 0 || !id.startsWith('model/'))

/** What the operator should know at a glance. */
export const summarise = (parts: readonly Part[]): InstallationSummary => ({
  engines: parts.filter(isEngine),
  remarks: parts.filter(({ reason }) => reason !== null),
  offCount: parts.filter(({ state }) => state === 'off').length,
  fingerprint: parts.map(({ id, state, reason }) => `${id}:${state}:${reason ?? ''}`).join('|'),
})
