// What axe says of a page in each of its guises: all rules in Japanese and light; and, where the page stands, in English and
// dark, what texts and colours can change.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

declare const axe: { run: (context: Document, options: unknown) => Promise<AxeResults> }

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// Menus are drawn at the end of the body, outside of every landmark: the focus leads there and back.
const region = { enabled: false }
/** The rules whose answer may differ with the language or with the colours; all others look at the structure alone. */
const GUISE = [
  ['color-contrast', 'link-in-text-block', 'target-size'],
  ['html-has-lang', 'html-lang-valid', 'valid-lang', 'document-title', 'page-has-heading-one', 'empty-heading'],
  ['button-name', 'link-name', 'image-alt', 'label', 'label-title-only', 'input-button-name', 'select-name'],
  ['aria-command-name', 'aria-dialog-name', 'aria-input-field-name', 'aria-toggle-field-name', 'aria-treeitem-name'],
  ['aria-meter-name', 'aria-progressbar-name', 'aria-tooltip-name', 'landmark-unique', 'image-redundant-alt'],
].flat()

const LOOKS = [
  { locale: 'ja', colorScheme: 'light', options: { runOnly: TAGS, rules: { region } } },
  { locale: 'en', colorScheme: 'dark', options: { runOnly: { type: 'rule', values: GUISE } } },
] as const

/** What axe finds on the page as it stands: rule and place. */
const violations = async (page: Page, options: object): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  return page.evaluate(async (asked) => {
    const { violations } = await axe.run(document, { resultTypes: ['violations'], ...asked })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
  }, options)
}

/** As if the choice had been made in another tab: the page follows it where it stands. */
const speak = async (page: Page, locale: string): Promise<void> => {
  if ((await page.locator('html').getAttribute('lang')) === locale) return
  await page.evaluate((chosen) => {
    localStorage.setItem('kaiwa.locale', chosen)
    dispatchEvent(new StorageEvent('storage', { key: 'kaiwa.locale' }))
  }, locale)
  await page.locator(`html[lang=${locale}]`).waitFor({ state: 'attached' })
}
const wear = async (page: Page, colorScheme: 'light' | 'dark'): Promise<void> => {
  await page.emulateMedia({ colorScheme })
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor({ state: 'attached' })
  // Colours on their way from one theme to the other are neither's.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
}

/** What axe has against the page in all of its guises, beginning with the one that it has. It keeps the last. */
export const faultsOf = async (page: Page): Promise<string[]> => {
  const faults: string[] = []
  const lang = await page.locator('html').getAttribute('lang')
  for (const { locale, colorScheme, options } of LOOKS.toSorted(
    (a, b) => Number(b.locale === lang) - Number(a.locale === lang),
  )) {
    await speak(page, locale)
    await wear(page, colorScheme)
    // What stands before the page may be there before it; the way past the header leads to it.
    await page.waitForFunction(
      () => !document.querySelector('a[href="#content"]') || document.querySelector('#content') !== null,
    )
    for (const fault of await violations(page, options)) faults.push(`${locale}, ${colorScheme}: ${fault}`)
  }
  return faults
}
