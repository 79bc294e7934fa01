import { expect, it } from 'vitest'
import { uncertainStep } from './uncertain-keys.ts'

const pressed = {
  code: 'Period',
  altKey: true,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  isComposing: false,
  keyCode: 190,
  defaultPrevented: false,
}

it.each([
  ['Alt with full stop', {}, 1],
  ['Alt with comma', { code: 'Comma', keyCode: 188 }, -1],
  ['full stop alone', { altKey: false }, null],
  ['with Ctrl: AltGr', { ctrlKey: true }, null],
  ['with Shift', { shiftKey: true }, null],
  ['with ⌘', { metaKey: true }, null],
  ['a player key', { code: 'KeyL', keyCode: 76 }, null],
  ['in a conversion', { isComposing: true }, null],
  ['in a conversion, as some browsers report it', { keyCode: 229 }, null],
  ['handled elsewhere', { defaultPrevented: true }, null],
])('%s', (_title, change, step) => {
  expect(uncertainStep({ ...pressed, ...change })).toBe(step)
})
