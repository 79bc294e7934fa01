import { call } from '../platform/call.ts'
import { isDesktopApp } from '../platform/desktop.ts'

type Registration = { first_name: string; last_name: string; email: string; locale: 'ja' | 'en'; invitation?: string }

const waitingPageUrl = (type: 'login' | 'register', email: string): string =>
  `/verify/magic-link?${new URLSearchParams({ type, email, is_app: isDesktopApp() ? '1' : '0' })}`

/** Requests an emailed sign-in link; returns the URL of the waiting page (AUTH-21). */
export const requestMagicLogin = async (email: string): Promise<string> => {
  await call('requestMagicLogin', { body: { email, is_app: isDesktopApp() } })
  return waitingPageUrl('login', email)
}

/** Registers without a password; returns the URL of the waiting page. */
export const registerByMagic = async (body: Registration): Promise<string> => {
  await call('registerMagic', { body: { ...body, is_app: isDesktopApp() } })
  return waitingPageUrl('register', body.email)
}
