import { expect, it } from 'vitest'
import { speakerKey } from './speaker-keys.ts'

const plain = {
  code: 'Digit1',
  altKey: true,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  isComposing: false,
  keyCode: 49,
  repeat: false,
}

it.each([
  ['Alt+1', {}, 1],
  ['Alt+9', { code: 'Digit9' }, 9],
  ['Alt+0', { code: 'Digit0' }, null],
  ['ignores Alt with the keypad, which enters characters', { code: 'Numpad1' }, null],
  ['ignores a digit without Alt, which is typed (and FILE-09 selects tabs)', { altKey: false }, null],
  ['AltGr', { ctrlKey: true }, null],
  ['Cmd+Alt+1', { metaKey: true }, null],
  ['Shift+Alt+1', { shiftKey: true }, null],
  ['ignores Alt+1 during a conversion', { isComposing: true }, null],
  ['ignores a key of the input method', { keyCode: 229 }, null],
  ['ignores a repeated key', { repeat: true }, null],
  ['ignores other keys', { code: 'KeyA' }, null],
])('%s', (_, change, digit) => expect(speakerKey({ ...plain, ...change })).toBe(digit))
