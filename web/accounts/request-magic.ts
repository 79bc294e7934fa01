import { call } from '../platform/call.ts'
import { isDesktopApp } from '../platform/desktop.ts'

interface Registration {
  first_name: string
  last_name: string
  email: string
  locale: 'ja' | 'en'
  invitation?: string
}

function waitingPageUrl(type: 'login' | 'register', email: string): string {
  return `/verify/magic-link?${new URLSearchParams({ type, email, is_app: isDesktopApp() ? '1' : '0' })}`
}

/** Requests an emailed sign-in link; returns the URL of the waiting page (AUTH-21). */
export async function requestMagicLogin(email: string): Promise<string> {
  await call('requestMagicLogin', { body: { email, is_app: isDesktopApp() } })
  return waitingPageUrl('login', email)
}

/** Registers without a password; returns the URL of the waiting page. */
export async function registerByMagic(body: Registration): Promise<string> {
  await call('registerMagic', { body: { ...body, is_app: isDesktopApp() } })
  return waitingPageUrl('register', body.email)
}
