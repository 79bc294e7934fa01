import type { Page } from 'playwright-core'

const watch = ({ region, says }: { region: string; says: string }): Promise<number> =>
  new Promise((resolve) => {
    let since: number | null = null
    const observer = new MutationObserver(() => {
      const found = document.querySelector(`section[aria-label="${region}"]`)
      if (found?.textContent?.includes(says)) since ??= performance.now()
      if (found || since === null) return
      observer.disconnect()
      resolve(performance.now() - since)
    })
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  })

/**
 * The milliseconds for which a region is there after it says something, as the page itself sees it: whoever looks from
 * outside may look late. To be asked before it comes.
 */
export const stayOf = (page: Page, region: string, says: string): Promise<number> =>
  page.evaluate(watch, { region, says })
