import type { Part } from '@kaiwa/contract/console.ts'

export interface InstallationSummary {
  /** Parts that work or are being downloaded. */
  on: readonly Part[]
  off: readonly Part[]
  /** Why no recording can be transcribed: no engine, or no program for media. Null if recordings can be. */
  failure: 'noEngine' | 'noMedia' | null
}

/** A model that recognises speech without knowing a language is not an engine. */
function isEngine({ kind, state, languages, id }: Part): boolean {
  return kind === 'speech' && state === 'active' && (languages.length > 0 || !id.startsWith('model/'))
}

/** A summary for operators and owners. */
export function summarise(parts: readonly Part[]): InstallationSummary {
  const isMediaOff = parts.some(({ kind, state }) => kind === 'media' && state === 'off')
  return {
    on: parts.filter(({ state }) => state !== 'off'),
    off: parts.filter(({ state }) => state === 'off'),
    failure: isMediaOff ? 'noMedia' : parts.some(isEngine) ? null : 'noEngine',
  }
}
