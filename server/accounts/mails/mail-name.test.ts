import { expect, it } from 'vitest'
import { mailName } from './mail-name.ts'

it.each([
  ['営業会議', '営業会議'],
  ['録音 2026-11-03', '録音 2026-11-03'],
  // U+2024 looks like a dot, but mail programs do not link it.
  ['録音.mp4', '録音\u2024mp4'],
  ['see https://evil.example/login now', 'see evil\u2024example/login now'],
  ['www.evil.example', 'www\u2024evil\u2024example'],
  ['javascript://x', 'x'],
  ['write to a@evil.example', 'write to a＠evil\u2024example'],
  ['a\r\nBcc: b@c.example\u0000', 'a Bcc: b＠c\u2024example'],
  ['safe\u202Egnp.exe\u200B', 'safe gnp\u2024exe'],
  ['営業」への招待は無効です「', '営業』への招待は無効です『'],
  ['Deals" is locked. Call "', "Deals' is locked. Call '"],
  ['a\u2028b\u2029c', 'a b c'],
  ['長'.repeat(41), `${'長'.repeat(40)}…`],
  [`e${'\u0301'.repeat(500)}`, '…'],
  ['👩‍👩‍👧', '👩 👩 👧'],
])('%j is shown as %j', (name, shown) => {
  expect(mailName(name)).toBe(shown)
})
