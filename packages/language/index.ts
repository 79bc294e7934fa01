// Only modules that also run in a browser. Servers import `analyse.ts` and `open.ts` directly: their dictionaries are
// several megabytes.
export { findAll, normalise, normaliseWithOrigin } from './normalise.ts'
export type { Normalised, TextRange } from './normalise.ts'
export { grams, queryGrams } from './grams.ts'
export { moraCount } from './mora.ts'
