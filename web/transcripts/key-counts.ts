/** Number of speakers that can be chosen by a key. */
export const KEYED_SPEAKERS = 9
/** Number of tabs of the file page, which have the keys 1, 2, …. */
export const KEYED_TABS = 4
