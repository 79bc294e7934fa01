import { expect, it } from 'vitest'
import { tabOfKey } from './tab-keys.ts'

function pressed(key: string, more: Partial<KeyboardEvent> = {}) {
  return {
    key,
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    isComposing: false,
    keyCode: key.charCodeAt(0),
    defaultPrevented: false,
    ...more,
  }
}

it.each([
  ['1', {}, 1],
  ['2', {}, 2],
  ['9', {}, 9],
  ['0', {}, null],
  ['a', {}, null],
  ['2', { isComposing: true }, null],
  ['2', { keyCode: 229 }, null],
  ['2', { altKey: true }, null],
  ['2', { ctrlKey: true }, null],
  ['2', { metaKey: true }, null],
  ['2', { shiftKey: true }, null],
  ['2', { defaultPrevented: true }, null],
] as const)('FILE-09 the key %s %j opens the tab %s', (key, more, tab) =>
  expect(tabOfKey(pressed(key, more))).toBe(tab),
)
