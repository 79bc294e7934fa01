import type * as accounts from '../accounts.ts'
import type * as google from '../google.ts'
import type * as magicLinks from '../magic-links.ts'
import type * as passwordLinks from '../password-links.ts'
import type { TextsOf } from './operation-text.ts'

const SIGNS_IN =
  'Sets the session cookie and answers the session; `token` is the same session for an Authorization header.'
const SECOND_STEP = 'With two-factor on it answers AUTH_SECOND_STEP_REQUIRED with a `ticket` instead.'

export const accountTexts: TextsOf<typeof accounts> = {
  login: {
    summary: 'Sign in with address and password',
    description: `${SIGNS_IN} ${SECOND_STEP}`,
    fields: { email: 'Address of the account.', password: 'Password of the account.' },
  },
  checkSession: {
    summary: 'Get the current session',
    description: 'Answers who the caller is and what they may do.',
  },
  findSession: {
    summary: 'Find the current session',
    description: 'Answers like `GET /auth/check` who the caller is, and null for somebody who is not signed in.',
    answer: { identity: 'The caller; null without a session.' },
  },
  logout: { summary: 'Sign out', description: 'Ends the current session. Its token is worth nothing afterwards.' },
  register: {
    summary: 'Register with a password',
    description:
      'Creates an account and mails a link that verifies the address, valid for 24 hours. Nobody is signed in before that. By an invitation to this address, whose mail proves it, the person is signed in at once.',
    fields: { password: 'Password of 8 to 100 characters, with a small letter, a capital letter and a symbol.' },
  },
  checkPassword: {
    summary: 'Check a new password',
    description: 'Answers whether a password would be refused because it is easy to guess. Nothing is stored.',
    answer: {
      weakness:
        '`common`: one of the common passwords; `personal`: little more than the words or the name of the product; null: accepted.',
    },
    fields: { password: 'The password to check.', words: 'Names and address of the person.' },
  },
  verifyAccount: {
    summary: 'Open the link of a verification mail',
    description: `Verifies the address and signs its owner in. ${SIGNS_IN} ${SECOND_STEP}`,
    fields: { email: 'Address that the link was mailed to; it tells the page alone.' },
  },
  resendVerification: {
    summary: 'Send the verification mail again',
    description: 'Answers the same whether or not the address waits for verification.',
  },
  updateSettings: {
    summary: 'Change personal settings',
    description: 'Changes the settings that are sent and keeps the others.',
  },
  getDraftKey: {
    summary: "Get the key of the caller's drafts",
    description:
      'The key that encrypts unsaved work of this person in a browser: 32 bytes as base64url, always the same.',
    answer: { key: 'Key of 32 bytes as base64url.' },
  },
}

export const googleTexts: TextsOf<typeof google> = {
  getGoogleUrl: {
    summary: 'Get the address at which to sign in with Google',
    description:
      'An address of the configured OpenID Connect provider for this browser. A cookie binds the way back to the caller. Answers E_NOT_FOUND where no provider is configured.',
    answer: { url: 'Address to open.' },
    fields: { is_app: 'Whether the companion app asks: then the way back leads into it. The default is yes.' },
  },
  signInWithGoogleCode: {
    summary: 'Sign in with the code of the provider',
    description: `Takes what the provider sent along on the way back. ${SIGNS_IN} ${SECOND_STEP}`,
    fields: {
      code: 'Authorization code of the provider.',
      state: 'State of the provider; only the companion app may leave it out.',
      attempt: 'Attempt of `getGoogleUrl`, for clients that keep no cookies.',
    },
  },
  signInWithGoogleToken: {
    summary: 'Sign in with an access token of the provider',
    description: `A token that the provider gave to another client is refused. ${SIGNS_IN} ${SECOND_STEP}`,
  },
}

export const magicLinkTexts: TextsOf<typeof magicLinks> = {
  requestMagicLogin: {
    summary: 'Mail a link that signs in',
    description: 'The link works once, for 15 minutes, and only the latest one. Answers the same for every address.',
  },
  resendMagicLogin: {
    summary: 'Mail the sign-in link again',
    description: 'At most one mail in 10 seconds. Answers the same for every address.',
  },
  verifyMagicLogin: {
    summary: 'Open a sign-in link',
    description: `${SIGNS_IN} ${SECOND_STEP}`,
    fields: { email: 'Address that the link was mailed to; it tells the page alone.' },
  },
  registerMagic: {
    summary: 'Register without a password',
    description:
      'Creates an account and mails a link that verifies the address and signs in. By an invitation to this address, whose mail proves it, the person is signed in at once.',
  },
  resendMagicRegistration: {
    summary: 'Mail the registration link again',
    description: 'At most one mail in 10 seconds. Answers the same for every address.',
  },
  verifyMagicRegistration: {
    summary: 'Open a registration link',
    description: `Verifies the address. ${SIGNS_IN} ${SECOND_STEP}`,
    fields: { email: 'Address that the link was mailed to; it tells the page alone.' },
  },
}

export const passwordLinkTexts: TextsOf<typeof passwordLinks> = {
  requestPasswordReset: {
    summary: 'Mail a link that sets a new password',
    description: 'The link works once, for 60 minutes. An address without an account answers AUTH_EMAIL_NOT_FOUND.',
  },
  resetPassword: {
    summary: 'Set a new password by a mailed link',
    description: 'Sets the password and ends every other session of the account.',
    fields: {
      email: 'Address that the link was mailed to; it tells the page alone.',
      password: 'New password of 8 to 100 characters, with a small letter, a capital letter and a symbol.',
    },
  },
}
