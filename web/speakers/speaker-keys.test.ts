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
  ['Alt with the keypad, which writes characters', { code: 'Numpad1' }, null],
  ['a digit alone, which is typed (and FILE-09 the tabs)', { altKey: false }, null],
  ['AltGr', { ctrlKey: true }, null],
  ['Cmd+Alt+1', { metaKey: true }, null],
  ['Shift+Alt+1', { shiftKey: true }, null],
  ['Alt+1 during a conversion', { isComposing: true }, null],
  ['a key of the input method', { keyCode: 229 }, null],
  ['a key that is held', { repeat: true }, null],
  ['another key', { code: 'KeyA' }, null],
])('%s', (_, change, digit) => expect(speakerKey({ ...plain, ...change })).toBe(digit))
