/** A rectangle of the window, in CSS pixels. */
export interface Rect {
  left: number
  top: number
  right: number
  bottom: number
}
export interface Size {
  width: number
  height: number
}

/** Distance to the target; leaves space for the handles of a touch selection. */
const GAP = 12
const MARGIN = 8

function clamp(value: number, min: number, max: number) {
  return Math.max(min, Math.min(value, max))
}

/**
 * Places a popover of `size` within the free part of the window, `area`, without covering `target`: below it, else
 * above, else to its side. When the selection leaves no space, at the bottom of the area.
 */
export function popoverPosition(target: Rect, { width, height }: Size, area: Rect): { left: number; top: number } {
  const left = clamp(target.left, area.left + MARGIN, Math.max(area.left + MARGIN, area.right - MARGIN - width))
  const below = target.bottom + GAP
  if (target.bottom >= area.top && below + height + MARGIN <= area.bottom) return { left, top: below }
  const above = target.top - GAP - height
  if (target.top <= area.bottom && above >= area.top + MARGIN) return { left, top: above }
  const top = clamp(target.top, area.top + MARGIN, area.bottom - MARGIN - height)
  const rightOf = target.right + GAP
  if (rightOf + width + MARGIN <= area.right) return { left: rightOf, top }
  const before = target.left - GAP - width
  if (before >= area.left + MARGIN) return { left: before, top }
  return { left, top: area.bottom - MARGIN - height }
}
