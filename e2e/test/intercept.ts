// Handling requests of a page in place of the server. Playwright switches the interception off with the last route of a
// page, and a request that the page sends at that moment may never be answered. A route therefore stays until the journey
// ends, and passes requests on when it is no longer wanted.
import type { Page, Route } from 'playwright-core'

type Address = Parameters<Page['route']>[0]
type Handler = (route: Route) => unknown

/** Handles requests until the returned function is called. Later ones reach the server. */
export async function intercept(page: Page, address: Address, handler: Handler): Promise<() => void> {
  let isWanted = true
  await page.route(address, (route) => (isWanted ? handler(route) : route.fallback()))
  return () => {
    isWanted = false
  }
}

/** Handles the next request. Later ones reach the server. */
export async function interceptNext(page: Page, address: Address, handler: Handler): Promise<void> {
  const end = await intercept(page, address, (route) => {
    end()
    return handler(route)
  })
}

/** Cuts the connection of the next request. */
export function cutNext(page: Page, address: Address): Promise<void> {
  return interceptNext(page, address, (route) => route.abort())
}
