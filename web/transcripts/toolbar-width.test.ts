import { expect, it } from 'vitest'
import { toolbarWidth } from './toolbar-width.ts'

it.each([
  [390, 'icon'],
  [768, 'icon'],
  [769, 'narrow'],
  [1024, 'narrow'],
  [1025, 'middle'],
  [1279, 'middle'],
  [1280, 'wide'],
])('EDIT-08 EDIT-09 %d px is %s', (pixels, width) => expect(toolbarWidth(pixels)).toBe(width))
