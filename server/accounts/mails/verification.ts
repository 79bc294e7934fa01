import type { Locale } from '@kaiwa/contract/fields.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { type MailText, renderMail } from './layout.ts'
import type { MailName } from './mail-name.ts'

interface Values {
  name: MailName
  url: string
}

const hours = LIMITS.verificationHours

const texts: Record<Locale, (values: Values) => MailText> = {
  ja: ({ name, url }) => ({
    subject: '【Kaiwa】メールアドレスの確認',
    lines: [
      `${name} 様`,
      'Kaiwaにご登録いただき、ありがとうございます。',
      '下のボタンを押して、メールアドレスの確認を完了してください。',
    ],
    button: { label: 'メールアドレスを確認する', url },
    small: [
      `このリンクの有効期限は${hours}時間です。一度だけご利用いただけます。`,
      'ご登録の操作をしたブラウザで開いてください。別のブラウザや端末で開いた場合は、安全のため、パスワードをあらためて設定していただきます。',
      'このメールにお心当たりがない場合は、リンクを開かずに破棄してください。',
    ],
  }),
  en: ({ name, url }) => ({
    subject: 'Kaiwa: confirm your email address',
    lines: [
      `Hello ${name},`,
      'Thank you for registering with Kaiwa.',
      'Please press the button below to confirm your email address.',
    ],
    button: { label: 'Confirm email address', url },
    small: [
      `This link is valid for ${hours} hours and can be used once.`,
      'Please open it in the browser you registered with. In another browser or on another device, you will have to set your password again, to keep your account safe.',
      'If you did not register, please delete this email without opening the link.',
    ],
  }),
}

export function verificationMail(locale: Locale, values: Values) {
  return renderMail(locale, texts[locale](values))
}
