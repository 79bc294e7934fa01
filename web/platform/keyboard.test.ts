import { expect, it } from 'vitest'
import { keyCap } from './keyboard.ts'

it.each([
  ['Mod', 'Ctrl', '⌘'],
  ['Alt', 'Alt', '⌥'],
  ['Shift', 'Shift', '⇧'],
  ['Ctrl', 'Ctrl', 'Ctrl'],
  ['Left', '←', '←'],
  ['K', 'K', 'K'],
])('the key %s is shown as %s, and as %s on a Mac', (key, plain, apple) => {
  expect([keyCap(key, false), keyCap(key, true)]).toEqual([plain, apple])
})
