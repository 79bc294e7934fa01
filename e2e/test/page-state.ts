// A page in one of the states that somebody can meet it in, and what all of them wait with.
import type { Page } from 'playwright-core'

/** What the installation has to show. */
export type Places = {
  folder: string
  empty: string
  /** A file with a transcript, a tag and several speakers. */
  file: string
}

/** A page as somebody meets it: its address, and what makes it ready to be judged, in either language. */
export type State = { name: string; path: (places: Places) => string; ready: (page: Page) => Promise<void> }

export const heading = (page: Page) => page.getByRole('heading', { level: 1 }).first().waitFor()
export const button = (page: Page, name: RegExp) => page.getByRole('button', { name }).first().click()
export const dialog = (page: Page) => page.getByRole('dialog').waitFor()
