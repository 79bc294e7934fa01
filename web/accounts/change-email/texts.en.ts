import type { ja } from './texts.ja.ts'

export const en: typeof ja = {
  title: 'Change of email address',
  working: 'Verifying your new email address.',
  done: 'The email address change is complete!',
  doneFor: 'From now on, log in with {email}.',
  failed: 'Sorry, we could not verify your new email address. Please try again.',
  resendTitle: 'Send the confirmation email again',
  resendHelp: 'We send another link to {email} that confirms the change of address.',
  resendHelpPlain: 'We send another link to the new address that confirms the change.',
  resendSubmit: 'Send the confirmation email again',
  resent: 'We have sent the confirmation email again. Open the link in it to complete the change.',
  resendFailed: 'Failed to resend the email change confirmation link.',
  again: 'If the link no longer works, please change the address once more on your account page.',
  signIn: 'To send it again, log in or open the link in the email.',
  toAccount: 'Go to account',
  toLogin: 'Go to login',
}
