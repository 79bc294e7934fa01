import { expect, it } from 'vitest'
import { minSidebarWidth } from './sidebar-width.ts'

it.each([
  [1024, 288],
  [1368, 288],
  [1369, 320],
  [1920, 320],
])('FILE-20 in a window of %d px a sidebar is at least %d px wide', (window, width) =>
  expect(minSidebarWidth(window)).toBe(width),
)
