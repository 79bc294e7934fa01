// The page to open after sign-in, stored in this tab while the browser is at the provider.
const KEY = 'kaiwa.way'

export function storeRedirect(redirect: string | null): void {
  if (redirect === null) sessionStorage.removeItem(KEY)
  else sessionStorage.setItem(KEY, redirect)
}

/** The stored redirect, which must still be validated; null without one. */
export function storedRedirect(): string | null {
  return sessionStorage.getItem(KEY)
}
