import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Waits until the playback position is at least `second`. An exact position could be missed between two polls. */
export function waitForPlayback(page: Page, second: number): Promise<void> {
  return expect
    .poll(
      async () => {
        const shown = (await page.getByTestId('current-time').textContent()) ?? ''
        return shown.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThanOrEqual(second)
}
