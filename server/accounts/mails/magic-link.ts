import type { Locale } from '@kaiwa/contract/fields.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { type MailText, renderMail } from './layout.ts'
import type { MailName } from './mail-name.ts'

/** `isNew`: the link completes a registration; otherwise it signs in. */
interface Values {
  name: MailName
  url: string
  isNew: boolean
}

const minutes = LIMITS.magicLinkMinutes

const texts: Record<Locale, (values: Values) => MailText> = {
  ja: ({ name, url, isNew }) => ({
    subject: isNew ? '【Kaiwa】登録の確認' : '【Kaiwa】ログイン用リンク',
    lines: isNew
      ? [
          `${name} 様`,
          'Kaiwaにご登録いただき、ありがとうございます。',
          '下のボタンを押すと登録が完了し、ログインできます。',
        ]
      : [`${name} 様`, 'ログインのご依頼を受け付けました。', '下のボタンを押すと、パスワードなしでログインできます。'],
    button: { label: isNew ? '登録を完了する' : 'ログインする', url },
    small: [
      `このリンクの有効期限は${minutes}分です。一度だけご利用いただけます。新しいメールをお送りすると、以前のリンクは使えなくなります。`,
      'このメールにお心当たりがない場合は、リンクを開かずに破棄してください。',
    ],
  }),
  en: ({ name, url, isNew }) => ({
    subject: isNew ? 'Kaiwa: complete your registration' : 'Kaiwa: your login link',
    lines: isNew
      ? [
          `Hello ${name},`,
          'Thank you for registering with Kaiwa.',
          'Please press the button below to complete your registration and log in.',
        ]
      : [
          `Hello ${name},`,
          'We received a request to log in.',
          'Please press the button below to log in without a password.',
        ],
    button: { label: isNew ? 'Complete registration' : 'Log in', url },
    small: [
      `This link is valid for ${minutes} minutes and can be used once. It stops working when a new email is sent.`,
      'If you did not request this, please delete this email without opening the link.',
    ],
  }),
}

export function magicLinkMail(locale: Locale, values: Values) {
  return renderMail(locale, texts[locale](values))
}
