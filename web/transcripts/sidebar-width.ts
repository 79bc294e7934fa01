/** Minimum width of a right sidebar for a window width, both in CSS pixels (FILE-20). */
export const minSidebarWidth = (window: number): number => (window <= 1368 ? 288 : 320)
