import type { Locale } from '@kaiwa/contract/fields.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { type MailText, renderMail } from './layout.ts'
import type { MailName } from './mail-name.ts'

interface Values {
  name: MailName
  url: string
}

const minutes = LIMITS.emailLinkMinutes

const texts: Record<Locale, (values: Values) => MailText> = {
  ja: ({ name, url }) => ({
    subject: '【Kaiwa】新しいメールアドレスの確認',
    lines: [
      `${name} 様`,
      'メールアドレス変更のご依頼を受け付けました。',
      '下のボタンを押すと、このメールアドレスへの変更が完了します。',
    ],
    button: { label: 'メールアドレスを変更する', url },
    small: [
      `このリンクの有効期限は${minutes}分です。一度だけご利用いただけます。`,
      'このメールにお心当たりがない場合は、リンクを開かずに破棄してください。',
    ],
  }),
  en: ({ name, url }) => ({
    subject: 'Kaiwa: confirm your new email address',
    lines: [
      `Hello ${name},`,
      'We received a request to change the email address of your account.',
      'Please press the button below to use this address from now on.',
    ],
    button: { label: 'Change email address', url },
    small: [
      `This link is valid for ${minutes} minutes and can be used once.`,
      'If you did not request this, please delete this email without opening the link.',
    ],
  }),
}

export function emailChangeMail(locale: Locale, values: Values) {
  return renderMail(locale, texts[locale](values))
}
