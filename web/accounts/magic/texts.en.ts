import type { ja } from './texts.ja.ts'

export const en: typeof ja = {
  waitingTitle: 'Check your email',
  sent: 'We have sent an authentication email to {email}.',
  within: 'Click the URL in the email within 15 minutes.',
  notArrived: 'If it does not arrive, check your spam folder or resend it.',
  resend: 'Resend email',
  locked: 'Locked for {num} seconds',
  resent: 'We have resent the email.',
  resendFailed: 'Could not resend email. Please contact administrator.',
  noEmail: 'The link does not contain an email address. Please try again.',
  openedTitle: 'Log in',
  working: 'Logging you in.',
  done: 'Login succeeded',
  again: 'Send a new link',
  toLogin: 'Go to login',
  appTitle: 'Opening the app',
  appText: 'Please continue in the app.',
  wrongUrl: 'Invalid URL',
}
