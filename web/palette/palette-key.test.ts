import { expect, it } from 'vitest'
import { isPaletteKey } from './palette-key.ts'

const K = { key: 'k', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, isComposing: false, keyCode: 75 }

it.each([
  ['Ctrl+K', { ctrlKey: true }, true, false],
  ['Ctrl+K with Caps Lock', { ctrlKey: true, key: 'K' }, true, false],
  ['⌘K', { metaKey: true }, false, true],
  ['K', {}, false, false],
  ['Ctrl+Shift+K', { ctrlKey: true, shiftKey: true }, false, false],
  ['Ctrl+Alt+K', { ctrlKey: true, altKey: true }, false, false],
  ['Ctrl+L', { ctrlKey: true, key: 'l' }, false, false],
  ['Ctrl+K during a conversion', { ctrlKey: true, isComposing: true }, false, false],
  ['Ctrl+K that an input method handles', { ctrlKey: true, keyCode: 229 }, false, false],
])('%s opens the palette: on Windows %s, on a Mac %s', (_key, changes, plain, mac) => {
  expect([isPaletteKey({ ...K, ...changes }, false), isPaletteKey({ ...K, ...changes }, true)]).toEqual([plain, mac])
})
