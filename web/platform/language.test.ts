import i18next from 'i18next'
import { beforeAll, expect, it, vi } from 'vitest'
import * as common from '../ui/texts.ts'
import { startI18n } from './i18n.ts'
import { adoptLanguage, chooseLanguage, currentLanguage, followLanguage } from './language.ts'

const stored = new Map<string, string>()
const page = { documentElement: { lang: '' } }
let tell: (event: { key: string }) => void = () => undefined

beforeAll(async () => {
  vi.stubGlobal('document', page)
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: stored.set.bind(stored) })
  vi.stubGlobal('addEventListener', (_: string, listener: typeof tell) => (tell = listener))
  await startI18n(common)
  followLanguage()
})

const shown = () => [currentLanguage(), page.documentElement.lang, i18next.t('failed')]

it('UI-01 is Japanese, then what the account says, then what was chosen on this device', () => {
  expect(shown()).toEqual(['ja', 'ja', '失敗しました'])
  adoptLanguage('en')
  expect(shown()).toEqual(['en', 'en', 'Failed'])
  chooseLanguage('ja')
  adoptLanguage('en')
  expect(shown()).toEqual(['ja', 'ja', '失敗しました'])
})

it('UI-02 a choice in another tab holds here at once', () => {
  stored.set('kaiwa.locale', 'en')
  tell({ key: 'something-else' })
  expect(shown()).toEqual(['ja', 'ja', '失敗しました'])
  tell({ key: 'kaiwa.locale' })
  expect(shown()).toEqual(['en', 'en', 'Failed'])
})
