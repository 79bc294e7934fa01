import type { Locale } from '@kaiwa/contract/fields.ts'
import { type MailText, renderMail } from './layout.ts'
import type { MailName } from './mail-name.ts'

interface Values {
  name: MailName
  url: string
}

const texts: Record<Locale, (values: Values) => MailText> = {
  ja: ({ name, url }) => ({
    subject: '【Kaiwa】パスワードが変更されました',
    lines: [
      `${name} 様`,
      'アカウントのパスワードが変更されました。ほかのブラウザや端末は、すべてログアウトされています。',
      'ご自身で変更された場合、お手続きは不要です。お心当たりがない場合は、すぐにパスワードを再設定してください。',
    ],
    button: { label: 'パスワードを再設定する', url },
  }),
  en: ({ name, url }) => ({
    subject: 'Kaiwa: your password was changed',
    lines: [
      `Hello ${name},`,
      'The password of your account was changed. All other browsers and devices have been logged out.',
      'If this was you, you do not need to do anything. If not, please reset your password immediately.',
    ],
    button: { label: 'Reset password', url },
  }),
}

export function passwordChangedMail(locale: Locale, values: Values) {
  return renderMail(locale, texts[locale](values))
}
