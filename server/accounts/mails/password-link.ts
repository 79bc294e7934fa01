import type { Locale } from '@kaiwa/contract/fields.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { type MailText, renderMail } from './layout.ts'

/** Somebody without a password sets the first one; everybody else sets a new one. */
type Values = { name: string; url: string; hasPassword: boolean }

const minutes = LIMITS.passwordLinkMinutes

const texts: Record<Locale, (values: Values) => MailText> = {
  ja: ({ name, url, hasPassword }) => ({
    subject: hasPassword ? '【Kaiwa】パスワードの再設定' : '【Kaiwa】パスワードの設定',
    lines: [
      `${name} 様`,
      hasPassword ? 'パスワード再設定のご依頼を受け付けました。' : 'パスワード設定のご依頼を受け付けました。',
      '下のボタンを押して、新しいパスワードを設定してください。',
    ],
    button: { label: hasPassword ? 'パスワードを再設定する' : 'パスワードを設定する', url },
    small: [
      `このリンクの有効期限は${minutes}分です。一度だけご利用いただけます。新しいメールをお送りすると、以前のリンクは使えなくなります。`,
      `ボタンが押せない場合は、次のURLをブラウザで開いてください：${url}`,
      'このメールにお心当たりがない場合は、リンクを開かずに破棄してください。パスワードは変更されません。',
    ],
  }),
  en: ({ name, url, hasPassword }) => ({
    subject: hasPassword ? 'Kaiwa: reset your password' : 'Kaiwa: set your password',
    lines: [
      `Hello ${name},`,
      hasPassword ? 'We received a request to reset your password.' : 'We received a request to set your password.',
      'Please press the button below to choose a new password.',
    ],
    button: { label: hasPassword ? 'Reset password' : 'Set password', url },
    small: [
      `This link works once, for ${minutes} minutes, and only until another one is sent.`,
      `If the button does not work, open this address in your browser: ${url}`,
      'If you did not ask for this, please delete this mail without opening the link. Your password stays as it is.',
    ],
  }),
}

export const passwordLinkMail = (locale: Locale, values: Values) => renderMail(locale, texts[locale](values))
