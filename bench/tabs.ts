// The times of a click in one tab and of the paint in another tab, on one clock: milliseconds since 1970, with
// fractions.

import type { Page } from 'playwright-core'

declare global {
  interface Window {
    clicked?: number
    painted?: Promise<number>
  }
}

/** Records the time of the user's click before the page handles it. */
export function recordClicks(page: Page): Promise<void> {
  return page.evaluate(() =>
    document.addEventListener('click', ({ timeStamp }) => (window.clicked = performance.timeOrigin + timeStamp), true),
  )
}

export function timeOfClick(page: Page): Promise<number> {
  return page.evaluate(() => window.clicked!)
}

/** Starts waiting for this text in the first element of the selector, and for the frame that shows it. */
export function watchPaint(page: Page, selector: string, text: string): Promise<void> {
  return page.evaluate(
    ([where, wanted]) => {
      window.painted = new Promise((resolve) => {
        const observer = new MutationObserver(() => {
          if (!document.querySelector(where)?.textContent?.includes(wanted)) return
          observer.disconnect()
          // A task after the frame's own: style, layout and paint are done.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel()
            port1.addEventListener('message', () => resolve(performance.timeOrigin + performance.now()))
            port1.start()
            port2.postMessage(null)
          })
        })
        observer.observe(document.body, { childList: true, characterData: true, subtree: true })
      })
    },
    [selector, text] as const,
  )
}

export function timeOfPaint(page: Page): Promise<number> {
  return page.evaluate(() => window.painted!)
}
