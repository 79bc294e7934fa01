// Only what also runs in a browser. The dictionaries are megabytes: servers import `analyse.ts` and `open.ts`.
export { findAll, normalise, normaliseWithOrigin } from './normalise.ts'
export type { Normalised, TextRange } from './normalise.ts'
export { grams, queryGrams } from './grams.ts'
export { moraCount } from './mora.ts'
