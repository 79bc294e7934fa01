import type { Page } from 'playwright-core'

/** Records calls of a page that fail or are aborted, as `404 /api/transcripts/7/changes`. */
export function recordFailures(page: Page): string[] {
  const failures: string[] = []
  const record = (what: string, url: string): void => {
    const { pathname } = new URL(url)
    if (pathname.startsWith('/api/')) failures.push(`${what} ${pathname}`)
  }
  page.on('requestfailed', (request) => record('aborted', request.url()))
  page.on('response', (response) => {
    if (response.status() >= 400) record(String(response.status()), response.url())
  })
  return failures
}
