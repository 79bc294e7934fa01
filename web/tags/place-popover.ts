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

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most))

/**
 * Places a popover of `size` within the free part of the window, `room`, without covering `target`: below it, else
 * above, else to its side. When the selection leaves no space, at the bottom of the room.
 */
export function placePopover(target: Rect, { width, height }: Size, room: Rect): { left: number; top: number } {
  const left = clamp(target.left, room.left + MARGIN, Math.max(room.left + MARGIN, room.right - MARGIN - width))
  const below = target.bottom + GAP
  if (target.bottom >= room.top && below + height + MARGIN <= room.bottom) return { left, top: below }
  const above = target.top - GAP - height
  if (target.top <= room.bottom && above >= room.top + MARGIN) return { left, top: above }
  const top = clamp(target.top, room.top + MARGIN, room.bottom - MARGIN - height)
  const beside = target.right + GAP
  if (beside + width + MARGIN <= room.right) return { left: beside, top }
  const before = target.left - GAP - width
  if (before >= room.left + MARGIN) return { left: before, top }
  return { left, top: room.bottom - MARGIN - height }
}
