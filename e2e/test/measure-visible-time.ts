import type { Page } from 'playwright-core'

function watch({ region, text }: { region: string; text: string }): Promise<number> {
  return new Promise((resolve) => {
    let since: number | null = null
    const observer = new MutationObserver(() => {
      const found = document.querySelector(`section[aria-label="${region}"]`)
      if (found?.textContent?.includes(text)) since ??= performance.now()
      if (found || since === null) return
      observer.disconnect()
      resolve(performance.now() - since)
    })
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  })
}

/**
 * Milliseconds for which a region stays after it shows a text. Measured inside the page, because polling from outside may
 * be late. Call it before the region appears.
 */
export function measureVisibleTime(page: Page, region: string, text: string): Promise<number> {
  return page.evaluate(watch, { region, text })
}
