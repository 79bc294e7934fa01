// Page actions shared by the sign-in and account tests.
import type { Page } from 'playwright-core'

export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
export const passwordField = (page: Page) => page.locator('input[type=password]')
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Path of a folder page, to which every sign-in leads. */
export const FOLDER_PATH = /\/projects\/\d+$/

/** Signs out through the account menu, in either language. */
export const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^(アカウントメニュー|Account menu)$/ }).click()
  await page.getByRole('menuitem', { name: /^(ログアウト|Logout)$/ }).click()
}

/** Path and query of the first link in a mail whose path matches. Throws when no link matches. */
export const linkIn = (mail: string, path: RegExp): string => {
  const link = (mail.match(/https?:\S+/g) ?? [])
    .map((address) => new URL(address))
    .find((url) => path.test(url.pathname))
  if (!link) throw new Error(`No link to ${path} in the mail:\n${mail}`)
  return link.pathname + link.search
}
