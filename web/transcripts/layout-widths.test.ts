import { expect, it } from 'vitest'
import { minSidebarWidth, toolbarWidth } from './layout-widths.ts'

it.each([
  [390, 'icon'],
  [768, 'icon'],
  [769, 'narrow'],
  [1024, 'narrow'],
  [1025, 'middle'],
  [1279, 'middle'],
  [1280, 'wide'],
])('EDIT-08 EDIT-09 %d px is %s', (pixels, width) => expect(toolbarWidth(pixels)).toBe(width))

it.each([
  [1024, 288],
  [1368, 288],
  [1369, 320],
  [1920, 320],
])('FILE-20 in a window of %d px a sidebar is at least %d px wide', (window, width) =>
  expect(minSidebarWidth(window)).toBe(width),
)
