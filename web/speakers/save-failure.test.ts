import { beforeAll, expect, it, vi } from 'vitest'
import { toApiError } from '../platform/api-error.ts'
import { changeTexts, startI18n } from '../platform/i18n.ts'
import { TEXTS } from '../texts.ts'
import { saveFailure } from './save-failure.ts'

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: { lang: 'ja' } })
  vi.stubGlobal('localStorage', { getItem: () => null })
  await startI18n(TEXTS, 'ja')
})

it.each([
  ['ja', 'ただいま混み合っています。数秒後にもう一度お試しください。'],
  ['en', 'The server is busy. Please try again in a few seconds.'],
] as const)('a picture that is refused by a full queue says when to try again, %s', async (locale, text) => {
  await changeTexts(locale)
  const error = toApiError(429, { error: 'E_TOO_MANY_REQUESTS', reason: 'busy' })
  expect(saveFailure(error, 'not saved')).toBe(text)
})

it('says that the speaker was not saved for every other failure', () => {
  expect(saveFailure(toApiError(422, { error: 'E_UNPROCESSABLE_ENTITY' }), 'not saved')).toBe('not saved')
  expect(saveFailure(new TypeError('x'), 'not saved')).toBe('not saved')
})
