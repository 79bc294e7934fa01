/** The narrowest that a right sidebar may be in a window of so many CSS pixels (FILE-20). */
export const narrowestAside = (window: number): number => (window <= 1368 ? 288 : 320)
