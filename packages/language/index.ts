// Only modules that also run in a browser. Servers import `analyse-passages.ts` and `open-language.ts` directly: their dictionaries are
// several megabytes.
export { findAll, normalise, normaliseWithOrigin } from './normalise.ts'
export type { Normalised, TextRange } from './normalise.ts'
export { grams, queryGrams } from './text-grams.ts'
export { moraCount } from './mora.ts'
