// Type of the page states that the accessibility tests check, and the waiting functions that they share.
import type { Locator, Page } from 'playwright-core'

/** Paths of the test data. */
export interface TestPaths {
  folder: string
  empty: string
  /** A file with a transcript, a tag and several speakers. */
  file: string
  /** A file with a transcript and no summary. */
  plain: string
}

/** A page in one state. `ready` brings the page into that state and waits for it, in either language. */
export interface State {
  name: string
  path: (paths: TestPaths) => string
  ready: (page: Page) => Promise<void>
}

export function heading(page: Page) {
  return page.getByRole('heading', { level: 1 }).first().waitFor()
}

export function button(page: Page, name: RegExp) {
  return page.getByRole('button', { name }).first().click()
}

export function dialog(page: Page) {
  return page.getByRole('dialog').waitFor()
}

/** Opens a panel by its toggle button, which shows the state. */
export async function openPanel(shown: Locator, show: Locator, hide: Locator) {
  await show.or(hide).waitFor()
  if ((await show.count()) > 0) await show.click()
  await shown.first().waitFor()
}
