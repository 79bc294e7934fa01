import type { Locale } from '@kaiwa/contract/fields.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { type MailText, renderMail } from './layout.ts'
import type { MailName } from './mail-name.ts'

/**
 * `reset`: the user requested a new password. `set`: a user without a password requested one. `elsewhere`: the address was
 * verified in another browser than the registering one, so the password of the registration was deleted. `operator`: an
 * operator changed the password. `login-reset`: an operator deleted every way of signing in.
 */
export type PasswordLinkCause = 'reset' | 'set' | 'elsewhere' | 'operator' | 'login-reset'
interface Values {
  name: MailName
  url: string
  cause: PasswordLinkCause
}

const minutes = LIMITS.passwordLinkMinutes

const subjects: Record<Locale, Record<PasswordLinkCause, string>> = {
  ja: {
    reset: '【Kaiwa】パスワードの再設定',
    set: '【Kaiwa】パスワードの設定',
    elsewhere: '【Kaiwa】パスワードの設定',
    operator: '【Kaiwa】パスワードが変更されました',
    'login-reset': '【Kaiwa】ログイン方法が初期化されました',
  },
  en: {
    reset: 'Kaiwa: reset your password',
    set: 'Kaiwa: set your password',
    elsewhere: 'Kaiwa: set your password',
    operator: 'Kaiwa: your password was changed',
    'login-reset': 'Kaiwa: your login was reset',
  },
}

const reasons: Record<Locale, Record<PasswordLinkCause, string>> = {
  ja: {
    reset: 'パスワード再設定のご依頼を受け付けました。',
    set: 'パスワード設定のご依頼を受け付けました。',
    elsewhere:
      'ご登録の操作とは別のブラウザまたは端末で、メールアドレスの確認が完了しました。安全のため、ご登録時のパスワードは無効になっています。',
    operator:
      'Kaiwaの運営者が、アカウントのパスワードを変更しました。これまでのパスワードは使用できません。安全のため、すべてのブラウザと端末からログアウトされています。',
    'login-reset':
      'Kaiwaの運営者が、アカウントのログイン方法を初期化しました。これまでのパスワード、2段階認証、外部アカウントとの連携は解除され、すべてのブラウザと端末からログアウトされています。2段階認証は、ログイン後にあらためて設定できます。',
  },
  en: {
    reset: 'We received a request to reset your password.',
    set: 'We received a request to set your password.',
    elsewhere:
      'Your email address was confirmed in a different browser or on a different device from the one you registered with. To keep your account safe, the password you chose then was not kept.',
    operator:
      'The operator of Kaiwa changed the password of your account. The previous password no longer works. To keep your account safe, all browsers and devices have been logged out.',
    'login-reset':
      'The operator of Kaiwa reset the login of your account. Your previous password, two-factor authentication and linked accounts were removed, and all browsers and devices have been logged out. You can turn on two-factor authentication again after logging in.',
  },
}

function isByOperator(cause: PasswordLinkCause): boolean {
  return cause === 'operator' || cause === 'login-reset'
}

/** Whether the new password replaces another one. */
function isReplaced(cause: PasswordLinkCause): boolean {
  return cause === 'reset' || isByOperator(cause)
}

const texts: Record<Locale, (values: Values) => MailText> = {
  ja: ({ name, url, cause }) => ({
    subject: subjects.ja[cause],
    lines: [`${name} 様`, reasons.ja[cause], '下のボタンを押して、新しいパスワードを設定してください。'],
    button: {
      label: isReplaced(cause) ? 'パスワードを再設定する' : 'パスワードを設定する',
      url,
    },
    small: [
      `このリンクの有効期限は${minutes}分です。一度だけご利用いただけます。新しいメールをお送りすると、以前のリンクは使えなくなります。`,
      isByOperator(cause)
        ? 'お心当たりがない場合は、お問い合わせください。'
        : 'このメールにお心当たりがない場合は、リンクを開かずに破棄してください。パスワードは変更されません。',
    ],
  }),
  en: ({ name, url, cause }) => ({
    subject: subjects.en[cause],
    lines: [`Hello ${name},`, reasons.en[cause], 'Please press the button below to choose a new password.'],
    button: { label: isReplaced(cause) ? 'Reset password' : 'Set password', url },
    small: [
      `This link is valid for ${minutes} minutes and can be used once. It stops working when a new email is sent.`,
      isByOperator(cause)
        ? 'If you did not expect this, please contact support.'
        : 'If you did not request this, please delete this email without opening the link. Your password will not change.',
    ],
  }),
}

export function passwordLinkMail(locale: Locale, values: Values) {
  return renderMail(locale, texts[locale](values))
}
