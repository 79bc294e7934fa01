import { expect, it } from 'vitest'
import { defaultSettings, readSettings } from './settings.ts'

it.each([
  [null, {}],
  [{}, {}],
  [
    { chat_width: 300, locale: 'en' },
    { chat_width: 300, locale: 'en' },
  ],
  [{ chat_width: 9999, chat_model: 'gone', theme: 'dark', unknown: 1 }, { theme: 'dark' }],
])('%j is read as defaults with %j', (stored, own) => {
  expect(readSettings(stored)).toEqual({ ...defaultSettings, ...own })
})
