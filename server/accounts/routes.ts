import * as contract from '@kaiwa/contract/accounts.ts'
import * as google from '@kaiwa/contract/google.ts'
import * as magicLinks from '@kaiwa/contract/magic-links.ts'
import * as passwordLinks from '@kaiwa/contract/password-links.ts'
import * as profile from '@kaiwa/contract/profile.ts'
import * as twoFactor from '@kaiwa/contract/two-factor.ts'
import { route } from '../platform/http/route.ts'
import { requestMagicLogin, resendMagicLink } from './registration/request-magic-link.ts'
import { removeAvatar, uploadAvatar } from './profile/change-avatar.ts'
import { changePassword } from './passwords/change-password.ts'
import { checkPassword } from './passwords/check-password.ts'
import { checkSession } from './sessions/check-session.ts'
import { findSession } from './sessions/find-session.ts'
import { endOtherSessions } from './sessions/end-session.ts'
import { endSession } from './sessions/end-session.ts'
import { getDraftKey } from './sessions/get-draft-key.ts'
import { listProfileMembers } from './profile/list-profile-members.ts'
import { getGoogleUrl } from './google/get-google-url.ts'
import { signInWithGoogleCode, signInWithGoogleToken } from './google/sign-in-with-google.ts'
import { listSessions } from './sessions/list-sessions.ts'
import { login } from './sessions/login.ts'
import { logout } from './sessions/end-session.ts'
import { openMagicLink } from './registration/open-magic-link.ts'
import { cancelEmailChange, getEmailChange } from './email/pending-email-change.ts'
import { registerMagic } from './registration/register-magic.ts'
import { register } from './registration/register.ts'
import { requestEmailChange } from './email/request-email-change.ts'
import { requestPasswordReset } from './passwords/request-password-link.ts'
import { requestPasswordSetting } from './passwords/request-password-link.ts'
import { resendEmailChange, resendEmailChangeByLink } from './email/resend-email-change.ts'
import { resendVerification } from './registration/resend-verification.ts'
import { resetPassword } from './passwords/reset-password.ts'
import { updateFirstVisited } from './profile/update-profile.ts'
import { confirmTwoFactor } from './two-factor/confirm-two-factor.ts'
import { endTwoFactor } from './two-factor/end-two-factor.ts'
import { getTwoFactor } from './two-factor/get-two-factor.ts'
import { renewRecoveryCodes } from './two-factor/renew-recovery-codes.ts'
import { startTwoFactor } from './two-factor/start-two-factor.ts'
import { takeSecondStep } from './two-factor/take-second-step.ts'
import { updateProfile } from './profile/update-profile.ts'
import { updateSettings } from './profile/update-profile.ts'
import { verifyAccount } from './registration/verify-account.ts'
import { verifyEmailChange } from './email/verify-email-change.ts'

export const routes = [
  route(contract.login, login),
  route(contract.checkSession, checkSession),
  route(contract.findSession, findSession),
  route(contract.logout, logout),
  route(contract.register, register),
  route(contract.checkPassword, checkPassword),
  route(contract.verifyAccount, verifyAccount),
  route(contract.resendVerification, resendVerification),
  route(magicLinks.requestMagicLogin, requestMagicLogin),
  route(magicLinks.resendMagicLogin, resendMagicLink),
  route(magicLinks.verifyMagicLogin, openMagicLink),
  route(magicLinks.registerMagic, registerMagic),
  route(magicLinks.resendMagicRegistration, resendMagicLink),
  route(magicLinks.verifyMagicRegistration, openMagicLink),
  route(google.getGoogleUrl, getGoogleUrl),
  route(google.signInWithGoogleCode, signInWithGoogleCode),
  route(google.signInWithGoogleToken, signInWithGoogleToken),
  route(twoFactor.takeSecondStep, takeSecondStep),
  route(twoFactor.getTwoFactor, getTwoFactor),
  route(twoFactor.startTwoFactor, startTwoFactor),
  route(twoFactor.confirmTwoFactor, confirmTwoFactor),
  route(twoFactor.endTwoFactor, endTwoFactor),
  route(twoFactor.renewRecoveryCodes, renewRecoveryCodes),
  route(passwordLinks.requestPasswordReset, requestPasswordReset),
  route(passwordLinks.resetPassword, resetPassword),
  route(profile.updateProfile, updateProfile),
  route(profile.uploadAvatar, uploadAvatar),
  route(profile.removeAvatar, removeAvatar),
  route(profile.updateFirstVisited, updateFirstVisited),
  route(profile.listProfileMembers, listProfileMembers),
  route(profile.changePassword, changePassword),
  route(profile.requestPasswordSetting, requestPasswordSetting),
  route(profile.requestEmailChange, requestEmailChange),
  route(profile.getEmailChange, getEmailChange),
  route(profile.cancelEmailChange, cancelEmailChange),
  route(profile.verifyEmailChange, verifyEmailChange),
  route(profile.resendEmailChange, resendEmailChange),
  route(profile.resendEmailChangeByLink, resendEmailChangeByLink),
  route(profile.listSessions, listSessions),
  route(profile.endSession, endSession),
  route(profile.endOtherSessions, endOtherSessions),
  route(contract.updateSettings, updateSettings),
  route(contract.getDraftKey, getDraftKey),
]
