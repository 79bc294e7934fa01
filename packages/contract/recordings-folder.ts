/** The folder in the root for recordings that were given no other, by language. */
export const RECORDINGS = { ja: '録音', en: 'Recordings' } as const
