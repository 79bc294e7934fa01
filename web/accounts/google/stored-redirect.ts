// The page to open after sign-in, stored in this tab while the browser is at the provider.
import { tabStore } from '../../platform/browser-storage.ts'

const KEY = 'kaiwa.way'

export function storeRedirect(redirect: string | null): void {
  tabStore.write(KEY, redirect)
}

/** The stored redirect, which must still be validated; null without one. */
export function storedRedirect(): string | null {
  return tabStore.read(KEY)
}
