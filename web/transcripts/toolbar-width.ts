export type ToolbarWidth = 'icon' | 'narrow' | 'middle' | 'wide'

/** How much fits into a toolbar of so many CSS pixels (EDIT-08, EDIT-09). */
export function toolbarWidth(pixels: number): ToolbarWidth {
  if (pixels <= 768) return 'icon'
  if (pixels <= 1024) return 'narrow'
  return pixels < 1280 ? 'middle' : 'wide'
}
