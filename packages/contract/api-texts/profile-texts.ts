import type * as profile from '../profile.ts'
import type * as twoFactor from '../two-factor.ts'
import type { TextsOf } from './operation-text.ts'

const PROOF = 'Needs the current password where the session is older than 15 minutes and the account has one.'

export const profileTexts: TextsOf<typeof profile> = {
  updateProfile: { summary: "Change the caller's name", description: 'Changes first and last name.' },
  uploadAvatar: {
    summary: "Change the caller's picture",
    description: 'Draws a square picture from the image that is sent. The image must be smaller than 10 MB.',
  },
  removeAvatar: { summary: "Remove the caller's picture", description: 'Initials are shown from now on.' },
  updateFirstVisited: {
    summary: 'Mark the welcome page as seen',
    description: '`is_visited` of the user is true from now on.',
  },
  listProfileMembers: {
    summary: 'List the people of the workspace',
    description: 'By name. A guest is told of nobody else.',
  },
  changePassword: {
    summary: 'Change the password',
    description:
      'Ends every other session and the token of this one. A bearer finds the next token in the answer, a browser in its cookie.',
    fields: { password: 'Older name of `new_password`.' },
  },
  requestPasswordSetting: {
    summary: 'Mail a link that sets a first password',
    description: 'For accounts without a password. At most one mail in 30 seconds.',
    fields: { email: "The caller's own address." },
  },
  listSessions: {
    summary: "List the caller's sessions",
    description: 'Where the caller is signed in, last seen first.',
  },
  endSession: {
    summary: "End one of the caller's sessions",
    description: 'Ending the current session is signing out.',
  },
  endOtherSessions: { summary: 'End all other sessions', description: 'Only the session that asks goes on.' },
  requestEmailChange: {
    summary: 'Ask for another address',
    description: `Mails a link, valid for 60 minutes, to the new address. ${PROOF}`,
  },
  getEmailChange: {
    summary: 'Get the address that waits for confirmation',
    description: 'Null when no change is waiting.',
  },
  cancelEmailChange: {
    summary: 'Cancel the change of address',
    description: 'The link that was mailed leads nowhere from now on.',
  },
  verifyEmailChange: {
    summary: 'Open the link that confirms an address',
    description: 'The new address holds from now on, for whoever asked for it.',
  },
  resendEmailChange: {
    summary: 'Send the mail of a change of address again',
    description: 'Answers E_NOT_FOUND when no change is waiting.',
  },
  resendEmailChangeByLink: {
    summary: 'Send the mail of a change of address again, by its last link',
    description: 'For whoever has the last link, expired or not, without a session.',
  },
}

export const twoFactorTexts: TextsOf<typeof twoFactor> = {
  takeSecondStep: {
    summary: 'Take the second step of signing in',
    description:
      'Needs the ticket of the first step, which is valid for 10 minutes. Sets the session cookie and answers the session.',
  },
  getTwoFactor: {
    summary: 'Get the state of two-factor sign-in',
    description: 'Whether it is on, since when, and how many recovery codes are left.',
  },
  startTwoFactor: {
    summary: 'Offer a secret for two-factor sign-in',
    description: `Answers a new secret. Nothing is on before it is confirmed. ${PROOF}`,
    answer: { url: 'Address for an authenticator app (otpauth).' },
  },
  confirmTwoFactor: {
    summary: 'Turn two-factor sign-in on',
    description: 'Needs a code of the offered secret. Ends every other session, and the token of this one.',
  },
  endTwoFactor: {
    summary: 'Turn two-factor sign-in off',
    description: `Ends the token of this session. ${PROOF}`,
  },
  renewRecoveryCodes: {
    summary: 'Make new recovery codes',
    description: `Answers ten codes; those before are worth nothing. ${PROOF}`,
  },
}
