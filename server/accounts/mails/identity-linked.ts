import type { Locale } from '@kaiwa/contract/fields.ts'
import { type MailText, renderMail } from './layout.ts'
import type { MailName } from './mail-name.ts'

interface Values {
  name: MailName
  url: string
  provider: string
}

const texts: Record<Locale, (values: Values) => MailText> = {
  ja: ({ name, url, provider }) => ({
    subject: `【Kaiwa】${provider}でログインできるようになりました`,
    lines: [
      `${name} 様`,
      `このメールアドレスの${provider}アカウントで、Kaiwaへのログインがありました。今後も${provider}でログインできます。`,
      'ご自身の操作であれば、お手続きは不要です。お心当たりがない場合は、パスワードを変更し、ほかのブラウザと端末をすべてログアウトしてください。',
    ],
    button: { label: 'アカウントを確認する', url },
  }),
  en: ({ name, url, provider }) => ({
    subject: `Kaiwa: you can now log in with ${provider}`,
    lines: [
      `Hello ${name},`,
      `Someone logged in to Kaiwa with the ${provider} account of this email address. You can use ${provider} to log in from now on.`,
      'If this was you, you do not need to do anything. If not, please change your password and log out everywhere else.',
    ],
    button: { label: 'Check your account', url },
  }),
}

export function identityLinkedMail(locale: Locale, values: Values) {
  return renderMail(locale, texts[locale](values))
}
