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

/** Between the popover and what it is about: room for the handles of a touch selection. */
const GAP = 12
const MARGIN = 8

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most))

/**
 * Where a popover of `size` stands in the free part of the window, `room`, so that it covers nothing of `target`: below
 * it, else above, else beside it. Where a selection leaves no room at all, at the foot of the room.
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
