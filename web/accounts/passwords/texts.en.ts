import type { ja } from './texts.ja.ts'

export const en: typeof ja = {
  requestTitle: 'Reset password',
  requestHelp: 'Enter the email address you registered with. We will send you a link to reset your password.',
  email: 'Email address',
  requestSubmit: 'Send reset email',
  sentTitle: 'Check your email',
  sent: 'We have sent a password reset link to {email}.',
  sentPlain: 'We have sent a password reset link.',
  sentHelp:
    'The link is valid for 60 minutes and can be used once. If the email does not arrive, check your spam folder or try again.',
  changeTitle: 'Choose a new password',
  setTitle: 'Set a password',
  password: 'New password',
  confirmation: 'Confirm new password',
  changeSubmit: 'Change password',
  setSubmit: 'Set password',
  changeNote: 'All other browsers and devices will be logged out.',
  invalidUrl: 'Invalid URL',
  expiredUrl: 'Sorry, this URL is expired. Please try again.',
  again: 'Send another email',
  completeTitle: 'Your password has been set',
  complete: 'You can now log in with your new password.',
  completeSignedIn: 'Use your new password the next time you log in.',
  toLogin: 'Go to login',
  toProjects: 'Go to project list',
}
