import i18next from 'i18next'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { TEXTS } from '../texts.ts'
import { changeTexts, currentLanguage, loadTexts } from './i18n.ts'
import { adoptLanguage, chooseLanguage, followLanguage, startLanguage } from './language.ts'
import { dismissToast, toastStore } from './toasts.ts'

const stored = new Map<string, string>()
const page = { documentElement: { lang: '' } }
let tell: (event: { key: string }) => void = () => undefined

/** Texts on a network that answers when the test says so. */
let network = Promise.resolve()
const slowly =
  <T>(load: () => Promise<T>) =>
  async () => {
    await network
    return await load()
  }
const closed = (): { open: () => void; break: () => void } => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  promise.catch(() => undefined)
  network = promise
  return { open: resolve, break: () => reject(new TypeError('Failed to fetch')) }
}
const slow = Object.fromEntries(
  Object.entries(TEXTS).map(([name, { ja, en }]) => [name, { ja: slowly<object>(ja), en: slowly<object>(en) }]),
) as typeof TEXTS

beforeAll(() => {
  vi.stubGlobal('document', page)
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: stored.set.bind(stored) })
  vi.stubGlobal('addEventListener', (_: string, listener: typeof tell) => (tell = listener))
  followLanguage()
})
beforeEach(async () => {
  stored.clear()
  network = Promise.resolve()
  for (const { id } of toastStore.read()) dismissToast(id)
  await startLanguage(slow)
})

const shown = () => [currentLanguage(), page.documentElement.lang, i18next.t('failed')]
const JAPANESE = ['ja', 'ja', '失敗しました']
const ENGLISH = ['en', 'en', 'Failed']

it('UI-01 is Japanese, then what the account says, then what was chosen on this device', async () => {
  expect(shown()).toEqual(JAPANESE)
  await adoptLanguage('en')
  expect(shown()).toEqual(ENGLISH)
  await chooseLanguage('ja')
  await adoptLanguage('en')
  expect(shown()).toEqual(JAPANESE)
})

it('UI-02 a choice in another tab holds here as well', async () => {
  stored.set('kaiwa.locale', 'en')
  tell({ key: 'something-else' })
  expect(shown()).toEqual(JAPANESE)
  tell({ key: 'kaiwa.locale' })
  await expect.poll(shown).toEqual(ENGLISH)
})

it('W1 a page brings the language that it shows, and no other', async () => {
  await loadTexts(['trash'])
  expect([i18next.hasResourceBundle('ja', 'trash'), i18next.hasResourceBundle('en', 'trash')]).toEqual([true, false])
})

it('UI-02 everything changes at once, when all texts are there, also those of a part that comes meanwhile', async () => {
  await loadTexts(['trash'])
  const english = closed()
  const choice = chooseLanguage('en')
  const part = loadTexts(['player'])
  expect(shown()).toEqual(JAPANESE)
  english.open()
  await Promise.all([choice, part])
  expect(shown()).toEqual(ENGLISH)
  const { common, trash, player } = i18next.getDataByLanguage('en') ?? {}
  expect([common, trash, player]).not.toContain(undefined)
})

it('UI-02 where the texts do not come the page says so, stays as it is, and can be asked again', async () => {
  const english = closed()
  const choice = chooseLanguage('en')
  english.break()
  expect(await choice).toBe(false)
  expect([shown(), stored.size, toastStore.read().map(({ text }) => text)]).toEqual([
    JAPANESE,
    0,
    ['ページの一部を読み込めませんでした。通信状況を確認し、ページを再読み込みしてください。'],
  ])
  network = Promise.resolve()
  expect(await chooseLanguage('en')).toBe(true)
  expect([shown(), stored.get('kaiwa.locale')]).toEqual([ENGLISH, 'en'])
})

it('UI-02 the last of several choices holds, whatever came first', async () => {
  const english = closed()
  const first = chooseLanguage('en')
  // What the account says does not undo a choice on its way.
  const account = adoptLanguage('ja')
  const second = chooseLanguage('ja')
  english.open()
  expect(await Promise.all([first, account, second])).toEqual([false, undefined, true])
  expect([shown(), stored.get('kaiwa.locale')]).toEqual([JAPANESE, 'ja'])
  expect(await changeTexts('en')).toBe(true)
})
