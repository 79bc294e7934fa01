import { expect, it } from 'vitest'
import { popoverPosition } from './popover-position.ts'
import type { Rect } from './popover-position.ts'

function rect(left: number, top: number, right: number, bottom: number): Rect {
  return { left, top, right, bottom }
}

const desktop = rect(0, 100, 1440, 800)
const phone = rect(0, 100, 390, 700)
const size = { width: 280, height: 300 }

function apart(a: Rect, b: Rect) {
  return a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top
}

it.each([
  ['below', rect(400, 200, 600, 225), desktop, { left: 400, top: 237 }],
  ['above near the bottom edge', rect(400, 700, 600, 725), desktop, { left: 400, top: 388 }],
  ['next to a selection as tall as the window', rect(400, 50, 1000, 900), desktop, { left: 1012, top: 108 }],
  ['before one that reaches the right edge', rect(700, 50, 1400, 900), desktop, { left: 408, top: 108 }],
  ['inside the right edge', rect(300, 200, 380, 225), phone, { left: 102, top: 237 }],
  ['inside the left edge', rect(-20, 200, 80, 225), phone, { left: 8, top: 237 }],
  ['next to a selection scrolled out at the top', rect(400, -900, 600, -700), desktop, { left: 612, top: 108 }],
])('TAG-14 the popover is placed %s', (_, target, area, position) => {
  const { left, top } = popoverPosition(target, size, area)
  expect({ left, top }).toEqual(position)
  expect(apart(target, rect(left, top, left + size.width, top + size.height))).toBe(true)
})

it('TAG-14 on a phone full of selected text it is at the bottom', () =>
  expect(popoverPosition(rect(0, 0, 390, 900), size, phone)).toEqual({ left: 8, top: 392 }))
