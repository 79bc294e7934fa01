// What the journeys of signing in and of accounts do on a page.
import type { Page } from 'playwright-core'

export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
export const passwordField = (page: Page) => page.locator('input[type=password]')
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Where everybody gets to who signs in. */
export const inWorkspace = /\/projects\/\d+$/

/** Asks to sign out, in either language. */
export const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^(アカウントメニュー|Account menu)$/ }).click()
  await page.getByRole('menuitem', { name: /^(ログアウト|Logout)$/ }).click()
}

/** A link of a mail as an address of the page. Fails when the mail has none. */
export const linkIn = (mail: string, path: RegExp): string => {
  const link = (mail.match(/https?:\S+/g) ?? [])
    .map((address) => new URL(address))
    .find((url) => path.test(url.pathname))
  if (!link) throw new Error(`No link to ${path} in the mail:\n${mail}`)
  return link.pathname + link.search
}
