import type { Locale } from '@kaiwa/contract/fields.ts'
import { type MailText, renderMail } from './layout.ts'
import type { MailName } from './mail-name.ts'

interface Values {
  name: MailName
  url: string
  newEmail: string
  /** An operator set a new password at the same time. */
  hasNewPassword?: boolean
}

const texts: Record<Locale, (values: Values) => MailText> = {
  ja: ({ name, url, newEmail, hasNewPassword }) => ({
    subject: '【Kaiwa】メールアドレスが変更されました',
    lines: [
      `${name} 様`,
      `アカウントのメールアドレスが ${newEmail} に変更されました。今後のメールは新しいアドレスに届きます。`,
      ...(hasNewPassword === true
        ? ['同時に、Kaiwaの運営者がパスワードも変更しました。すべてのブラウザと端末からログアウトされています。']
        : []),
      'ご自身で変更された場合、お手続きは不要です。お心当たりがない場合は、すぐにお問い合わせください。',
    ],
    button: { label: 'お問い合わせ', url },
  }),
  en: ({ name, url, newEmail, hasNewPassword }) => ({
    subject: 'Kaiwa: your email address was changed',
    lines: [
      `Hello ${name},`,
      `The email address of your account is now ${newEmail}. Future emails will be sent there.`,
      ...(hasNewPassword === true
        ? ['The operator of Kaiwa changed the password as well. All browsers and devices have been logged out.']
        : []),
      'If this was you, you do not need to do anything. If not, please contact us immediately.',
    ],
    button: { label: 'Contact support', url },
  }),
}

export function emailChangedMail(locale: Locale, values: Values) {
  return renderMail(locale, texts[locale](values))
}
