import type { Page } from 'playwright-core'

/**
 * How far the clock jumps when it is paused (ms). A clock cannot be set back, and on a busy machine seconds may pass
 * between the two steps.
 */
const JUMP_MS = 15_000

/** Pauses the installed clock of the page, some seconds ahead. Timers that are due until then fire once. */
export async function pauseClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now())
  await page.clock.pauseAt(now + JUMP_MS)
}
