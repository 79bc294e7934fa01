import { expect, it } from 'vitest'
import { isSearchKey } from './search-key.ts'

function key(more: Partial<KeyboardEvent>): KeyboardEvent {
  const plain = { key: 'f', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
  return { ...plain, isComposing: false, keyCode: 70, ...more } as KeyboardEvent
}

it.each([
  ['Ctrl+F', { ctrlKey: true }, true, false],
  ['Ctrl+F with caps lock', { ctrlKey: true, key: 'F' }, true, false],
  ['⌘F', { metaKey: true }, false, true],
  ['F', {}, false, false],
  ['Ctrl+Shift+F', { ctrlKey: true, shiftKey: true }, false, false],
  ['Ctrl+Alt+F', { ctrlKey: true, altKey: true }, false, false],
  ['Ctrl+G', { ctrlKey: true, key: 'g' }, false, false],
  ['Ctrl+F during a conversion', { ctrlKey: true, isComposing: true }, false, false],
] as const)('%s searches the transcript: %o, on a Mac: %o', (_, more, expected, onMac) => {
  expect([isSearchKey(key(more), false), isSearchKey(key(more), true)]).toEqual([expected, onMac])
})
