import type { Page } from 'playwright-core'

/** Changes the locale as another tab would: the page follows the storage event without a reload. */
export async function setLocale(page: Page, locale: 'ja' | 'en'): Promise<void> {
  if ((await page.locator('html').getAttribute('lang')) === locale) return
  await page.evaluate((chosen) => {
    localStorage.setItem('kaiwa.locale', chosen)
    dispatchEvent(new StorageEvent('storage', { key: 'kaiwa.locale' }))
  }, locale)
  await page.locator(`html[lang=${locale}]`).waitFor({ state: 'attached' })
}
