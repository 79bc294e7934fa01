// Page states that need no session.
import type { Page } from 'playwright-core'
import { callbackState } from './crm-states.ts'
import { button, heading, type State } from './page-state.ts'

/** Waits for an alert of the page itself. Toasts are outside of `main`. */
function alert(page: Page) {
  return page.getByRole('main').getByRole('alert').waitFor()
}

/** Waits for the page to which a page without content redirects. */
function outcome(address: RegExp) {
  return async (page: Page) => {
    await page.waitForURL(address)
    await page.getByRole('main').getByRole('status').waitFor({ state: 'detached' })
    await heading(page)
  }
}

export const publicStates: State[] = [
  { name: 'login', path: () => '/login', ready: heading },
  {
    name: 'login refused',
    path: () => '/login',
    ready: async (page) => {
      await page.getByRole('textbox').first().fill('nobody@kaiwa.example')
      await page.locator('input[type=password]').fill('Wrong-one1!')
      await page.locator('button[type=submit]').click()
      await alert(page)
    },
  },
  {
    name: 'register with the hint open',
    path: () => '/register',
    ready: async (page) => {
      await page.locator('input[type=password]').focus()
      await page.getByRole('list').waitFor()
    },
  },
  {
    name: 'refused by the other sign-in',
    path: () => '/login/google/callback?error=access_denied',
    ready: outcome(/\/login$/),
  },
  {
    name: 'second step',
    path: () => '/login/second-step',
    ready: (page) => page.locator('input[autocomplete=one-time-code]').waitFor(),
  },
  {
    name: 'second step, by a recovery code',
    path: () => '/login/second-step',
    ready: async (page) => {
      await button(page, /^リカバリーコードを使う$|^Use a recovery code$/)
      await page.locator('input[autocomplete=off]').waitFor()
    },
  },
  {
    name: 'application of a company',
    path: () => '/subscription-request',
    ready: (page) => page.getByRole('radio').first().waitFor(),
  },
  {
    name: 'confirmation of an application without entries',
    path: () => '/subscription-request/confirm',
    ready: heading,
  },
  { name: 'sent application', path: () => '/subscription-request/completed', ready: heading },
  { name: 'commercial disclosure', path: () => '/legal/commerce', ready: heading },
  { name: 'registration of a card', path: () => '/setup-payment?token=x', ready: heading },
  { name: 'payment of an invoice', path: () => '/setup-payment?type=invoice&token=x', ready: heading },
  { name: 'link to a card that has ended', path: () => '/setup-payment', ready: alert },
  { name: 'registered card', path: () => '/setup-payment/success', ready: heading },
  { name: 'paid', path: () => '/payment/success?back_url=%2Fmypage%2Fpayment', ready: heading },
  { name: 'a new address that fails', path: () => '/change-email/verify?token=x', ready: outcome(/failed$/) },
  { name: 'a new address', path: () => '/change-email/verify/success', ready: heading },
  { name: 'mail to a new address again', path: () => '/change-email/resend', ready: heading },
  { name: 'register complete', path: () => '/register/complete', ready: heading },
  { name: 'a verification that fails', path: () => '/accounts/verify?token=x', ready: outcome(/failed$/) },
  { name: 'verified', path: () => '/accounts/verify/success', ready: heading },
  { name: 'resend', path: () => '/accounts/verify/resend', ready: heading },
  { name: 'resend failed', path: () => '/accounts/verify/resend/failed', ready: heading },
  { name: 'password reset', path: () => '/reset-password', ready: heading },
  { name: 'password reset sent', path: () => '/reset-password/sent', ready: heading },
  { name: 'new password', path: () => '/reset-password/change?token=x&expires=9999999999', ready: heading },
  { name: 'expired link', path: () => '/reset-password/change?token=x&expires=1', ready: heading },
  { name: 'password is set', path: () => '/reset-password/complete', ready: heading },
  { name: 'waiting for a login mail', path: () => '/verify/magic-link?email=a@kaiwa.example', ready: heading },
  {
    name: 'dead login link',
    path: () => '/verify/login-magic?token=x&email=a@kaiwa.example',
    ready: alert,
  },
  {
    name: 'dead registration link',
    path: () => '/verify/register-magic?token=x&email=a@kaiwa.example',
    ready: alert,
  },
  { name: 'way into the app that leads nowhere', path: () => '/application', ready: heading },
  { name: 'answer of Google that is none', path: () => '/login/google/callback', ready: outcome(/login$/) },
  { name: 'guide', path: () => '/guide', ready: heading },
  {
    name: 'page of the guide',
    path: () => '/guide/start',
    ready: (page) => page.locator('main img').first().waitFor(),
  },
  { name: 'terms', path: () => '/terms', ready: heading },
  { name: 'privacy', path: () => '/privacy', ready: heading },
  { name: 'keys in the guide', path: () => '/guide/keys', ready: (page) => page.getByRole('table').first().waitFor() },
  {
    name: 'dead invitation',
    path: () => '/verify/join-project?token=none',
    ready: outcome(/\/verify\/join-project\/invite-member\/failed/),
  },
  { name: 'invitation failed', path: () => '/verify/join-project/invite-member/failed', ready: heading },
  callbackState,
]

/** Pages that open the desktop app after a moment. They use their own browser context, which loads nothing else. */
export const applicationStates: State[] = [
  { name: 'answer of Google on its way into the app', path: () => '/login/google/app?code=x&state=x', ready: heading },
  {
    name: 'refusal of Google on its way into the app',
    path: () => '/login/google/app?error=access_denied',
    ready: alert,
  },
  {
    name: 'way into the app',
    path: () => `/application?t=navigate&p=${encodeURIComponent(btoa('/projects'))}`,
    ready: heading,
  },
  { name: 'link that is not followed', path: () => '/open?url=javascript:x', ready: alert },
  { name: 'update', path: () => '/update', ready: heading },
]
