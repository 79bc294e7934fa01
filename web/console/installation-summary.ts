import type { Part } from '@kaiwa/contract/console.ts'

export interface InstallationSummary {
  /** Speech engines in use, with their languages. */
  engines: readonly Part[]
  /** Parts that are off or degraded and have a reason. */
  remarks: readonly Part[]
  offCount: number
  /** Changes with any change except download progress; a dismissed banner is then shown again. */
  fingerprint: string
}

/** A model that recognises speech without knowing a language is not an engine. */
function isEngine({ kind, state, languages, id }: Part): boolean {
  return kind === 'speech' && state === 'active' && (languages.length > 0 || !id.startsWith('model/'))
}

/** A summary for the operator. */
export function summarise(parts: readonly Part[]): InstallationSummary {
  return {
    engines: parts.filter(isEngine),
    remarks: parts.filter(({ reason }) => reason !== null),
    offCount: parts.filter(({ state }) => state === 'off').length,
    fingerprint: parts.map(({ id, state, reason }) => `${id}:${state}:${reason ?? ''}`).join('|'),
  }
}
