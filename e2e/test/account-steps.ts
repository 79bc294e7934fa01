// Page actions shared by the sign-in and account tests.
import type { Page } from 'playwright-core'

export function field(page: Page, name: string) {
  return page.getByRole('textbox', { name, exact: true })
}

export function passwordField(page: Page) {
  return page.locator('input[type=password]')
}

export function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true })
}

/** Path of a folder page, to which every sign-in leads. */
export const FOLDER_PATH = /\/projects\/\d+$/

/** Signs out through the account menu, in either language. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(アカウントメニュー|Account menu)$/ }).click()
  await page.getByRole('menuitem', { name: /^(ログアウト|Log out)$/ }).click()
}

/** Path and query of the first link in a mail whose path matches. Throws when no link matches. */
export function linkIn(mail: string, path: RegExp): string {
  const link = (mail.match(/https?:\S+/g) ?? [])
    .map((address) => new URL(address))
    .find((url) => path.test(url.pathname))
  if (!link) throw new Error(`No link to ${path} in the mail:\n${mail}`)
  return link.pathname + link.search
}
