// Runs axe on a page without reloading it: all rules in Japanese with the light theme, and in `npm run test:full` also the
// rules that depend on texts or colours in English with the dark theme. The full run photographs each state, too.
import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { isFullRun } from './full-run.ts'
import { setLocale } from './set-locale.ts'

declare const axe: { run: (context: Document, options: unknown) => Promise<AxeResults> }

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// Menus are rendered at the end of the body, outside of all landmarks; focus moves there and back.
const region = { enabled: false }
/** Rules whose result may depend on the language or the colours. All other rules check the structure only. */
const TEXT_AND_COLOUR_RULES = [
  ['color-contrast', 'link-in-text-block', 'target-size'],
  ['html-has-lang', 'html-lang-valid', 'valid-lang', 'document-title', 'page-has-heading-one', 'empty-heading'],
  ['button-name', 'link-name', 'image-alt', 'label', 'label-title-only', 'input-button-name', 'select-name'],
  ['aria-command-name', 'aria-dialog-name', 'aria-input-field-name', 'aria-toggle-field-name', 'aria-treeitem-name'],
  ['aria-meter-name', 'aria-progressbar-name', 'aria-tooltip-name', 'landmark-unique', 'image-redundant-alt'],
].flat()

const VARIANTS = [
  { locale: 'ja', colorScheme: 'light', options: { runOnly: TAGS, rules: { region } } },
  { locale: 'en', colorScheme: 'dark', options: { runOnly: { type: 'rule', values: TEXT_AND_COLOUR_RULES } } },
] as const

/** Violations that axe finds in the current state of the page, as `rule: selector`. */
async function violations(page: Page, options: object): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  return page.evaluate(async (asked) => {
    const { violations } = await axe.run(document, { resultTypes: ['violations'], ...asked })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
  }, options)
}

/**
 * Links and buttons in rows and lists that are smaller than 24 by 24 px, as `small: name, size`. The rule `target-size` of
 * axe accepts smaller ones with enough space around them. Links in a sentence are exempt (WCAG 2.5.8).
 */
async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const rows = 'tr, li, [role="row"], [role="treeitem"], [role="option"]'
    const targets = [...document.querySelectorAll(`:is(${rows}) :is(a[href], button, [role="button"])`)]
    return targets.flatMap((target) => {
      const { width, height } = target.getBoundingClientRect()
      const size = Math.min(width, height)
      const isInSentence =
        getComputedStyle(target).display === 'inline' && target.parentElement?.textContent !== target.textContent
      // Elements of one pixel are for screen readers only.
      if (size <= 1 || size >= 24 || isInSentence) return []
      const name = target.getAttribute('aria-label') ?? target.textContent
      return [`small: ${name}, ${Math.round(width)} x ${Math.round(height)}`]
    })
  })
}

async function setTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor({ state: 'attached' })
  // Wait for colour transitions: intermediate colours belong to neither theme.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
}

const PHOTOGRAPHS = fileURLToPath(new URL('../../.cache/photographs', import.meta.url))
/** Pixels: a notebook and a telephone. */
const WIDTHS = [1440, 390]

/** Photographs the page at both widths, and returns a fault where it is wider than the screen. */
async function photograph(page: Page, name: string): Promise<string[]> {
  const before = page.viewportSize()
  const faults: string[] = []
  await mkdir(PHOTOGRAPHS, { recursive: true })
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    // Menus and popovers find their new position in the next frames.
    await page.evaluate(
      () =>
        new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100)))),
    )
    await page.screenshot({ path: join(PHOTOGRAPHS, `${name.replaceAll(/[^\w-]+/g, '-')}-${width}.png`) })
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (excess > 0) faults.push(`${width} px: ${excess} px too wide`)
    for (const fault of await smallTargets(page)) faults.push(`${width} px: ${fault}`)
  }
  if (before) await page.setViewportSize(before)
  return faults
}

/**
 * Violations in Japanese with the light theme; in a full run in both looks, with what the photographs show. Starts with
 * the current locale; the page stays in the last one. `name` is part of the photographs' names.
 */
export async function findAccessibilityFaults(page: Page, name: string): Promise<string[]> {
  const faults: string[] = []
  const lang = await page.locator('html').getAttribute('lang')
  const variants = VARIANTS.toSorted((a, b) => Number(b.locale === lang) - Number(a.locale === lang))
  for (const { locale, colorScheme, options } of isFullRun ? variants : VARIANTS.slice(0, 1)) {
    await setLocale(page, locale)
    await setTheme(page, colorScheme)
    // The header may be rendered before the content. Its skip link is valid only when the content exists.
    await page.waitForFunction(
      () => !document.querySelector('a[href="#content"]') || document.querySelector('#content') !== null,
    )
    const found = [...(await violations(page, options)), ...(await smallTargets(page))]
    if (isFullRun) found.push(...(await photograph(page, `${name}-${locale}-${colorScheme}`)))
    for (const fault of found) faults.push(`${locale}, ${colorScheme}: ${fault}`)
  }
  return faults
}
