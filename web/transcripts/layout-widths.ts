export type ToolbarWidth = 'icon' | 'narrow' | 'middle' | 'wide'

/** Layout of a toolbar by its width in CSS pixels (EDIT-08, EDIT-09). */
export function toolbarWidth(pixels: number): ToolbarWidth {
  if (pixels <= 768) return 'icon'
  if (pixels <= 1024) return 'narrow'
  return pixels < 1280 ? 'middle' : 'wide'
}

/** Minimum width of a right sidebar for a window width, both in CSS pixels (FILE-20). */
export function minSidebarWidth(window: number): number {
  return window <= 1368 ? 288 : 320
}
