import { call } from '../platform/call.ts'
import { isInstalledApp } from '../platform/installed-app.ts'

/** The page that waits until an emailed link is opened (AUTH-21). */
export function waitingPageUrl(type: 'login' | 'register', email: string): string {
  return `/verify/magic-link?${new URLSearchParams({ type, email, is_app: isInstalledApp() ? '1' : '0' })}`
}

/** Requests an emailed sign-in link; returns the URL of the waiting page (AUTH-21). */
export async function requestMagicLogin(email: string): Promise<string> {
  await call('requestMagicLogin', { body: { email, is_app: isInstalledApp() } })
  return waitingPageUrl('login', email)
}
