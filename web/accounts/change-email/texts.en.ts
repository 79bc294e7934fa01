import type { ja } from './texts.ja.ts'

export const en: typeof ja = {
  title: 'Change email address',
  working: 'Verifying your new email address.',
  done: 'The email address change is complete!',
  doneFor: 'From now on, log in with {email}.',
  failed: 'Sorry, we could not verify your new email address. Please try again.',
  resendTitle: 'Resend confirmation email',
  resendHelp: 'We will send a new link to {email} to confirm the change.',
  resendHelpPlain: 'We will send a new link to the new address to confirm the change.',
  resendSubmit: 'Resend confirmation email',
  resent: 'We have resent the confirmation email. Open the link in it to complete the change.',
  resendFailed: 'Failed to resend the email change confirmation link.',
  again: 'If the link no longer works, change the address again on your account page.',
  signIn: 'To resend it, log in or open the link in the email.',
  toAccount: 'Go to account',
  toLogin: 'Go to login',
}
