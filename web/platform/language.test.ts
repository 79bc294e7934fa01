import i18next from 'i18next'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { TEXTS } from '../texts.ts'
import { changeTexts, currentLanguage, loadTexts } from './i18n.ts'
import { adoptLanguage, chooseLanguage, followLanguage, startLanguage } from './language.ts'
import { hasTexts, type Texts } from './translate.ts'
import { dismissToast, toastStore } from './toasts.ts'

const stored = new Map<string, string>()
const page = { documentElement: { lang: '' } }
let dispatchStorageEvent: (event: { key: string }) => void = () => undefined

/** Simulates a network for texts that responds when the test resolves it. */
let network = Promise.resolve()

function slowly<T>(load: () => Promise<T>) {
  return async () => {
    await network
    return await load()
  }
}

function closed(): { open: () => void; break: () => void } {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  promise.catch(() => undefined)
  network = promise
  return { open: resolve, break: () => reject(new TypeError('Failed to fetch')) }
}

const slow = Object.fromEntries(
  Object.entries(TEXTS).map(([name, { ja, en }]) => [name, { ja: slowly<Texts>(ja), en: slowly<Texts>(en) }]),
) as typeof TEXTS

beforeAll(() => {
  vi.stubGlobal('document', page)
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: stored.set.bind(stored) })
  vi.stubGlobal(
    'addEventListener',
    (_: string, listener: typeof dispatchStorageEvent) => (dispatchStorageEvent = listener),
  )
  followLanguage()
})
beforeEach(async () => {
  stored.clear()
  page.documentElement.lang = ''
  network = Promise.resolve()
  for (const { id } of toastStore.read()) dismissToast(id)
  await startLanguage(slow)
})

function shown() {
  return [currentLanguage(), page.documentElement.lang, i18next.t('failed')]
}

const JAPANESE = ['ja', 'ja', '失敗しました']
const ENGLISH = ['en', 'en', 'Failed']

it('UI-01 starts in the language that the page has, which is that of the browser, until the user chooses', async () => {
  page.documentElement.lang = 'en'
  await startLanguage(slow)
  expect(shown()).toEqual(ENGLISH)
  stored.set('kaiwa.locale', 'ja')
  await startLanguage(slow)
  expect(shown()).toEqual(JAPANESE)
})

it("UI-01 is Japanese by default, then the account's language, then the choice on this device", async () => {
  expect(shown()).toEqual(JAPANESE)
  await adoptLanguage('en')
  expect(shown()).toEqual(ENGLISH)
  await chooseLanguage('ja')
  await adoptLanguage('en')
  expect(shown()).toEqual(JAPANESE)
})

it('UI-02 follows a choice made in another tab', async () => {
  stored.set('kaiwa.locale', 'en')
  dispatchStorageEvent({ key: 'something-else' })
  expect(shown()).toEqual(JAPANESE)
  dispatchStorageEvent({ key: 'kaiwa.locale' })
  await expect.poll(shown).toEqual(ENGLISH)
})

it('W1 a page loads only the current language', async () => {
  await loadTexts(['trash'])
  expect([hasTexts('ja', 'trash'), hasTexts('en', 'trash')]).toEqual([true, false])
})

it('UI-02 switches everything together when all texts are loaded, including a component added during loading', async () => {
  await loadTexts(['trash'])
  const english = closed()
  const choice = chooseLanguage('en')
  const part = loadTexts(['player'])
  expect(shown()).toEqual(JAPANESE)
  english.open()
  await Promise.all([choice, part])
  expect(shown()).toEqual(ENGLISH)
  expect(['common', 'trash', 'player'].filter((name) => !hasTexts('en', name))).toEqual([])
})

it('UI-02 a failed load shows a message, changes nothing, and can be retried', async () => {
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

it('UI-02 the last of several choices wins, in any order of loading', async () => {
  const english = closed()
  const first = chooseLanguage('en')
  // The account's language does not override a pending choice.
  const account = adoptLanguage('ja')
  const second = chooseLanguage('ja')
  english.open()
  expect(await Promise.all([first, account, second])).toEqual([false, undefined, true])
  expect([shown(), stored.get('kaiwa.locale')]).toEqual([JAPANESE, 'ja'])
  expect(await changeTexts('en')).toBe(true)
})
