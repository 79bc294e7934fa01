import type { Locale } from '@kaiwa/contract/fields.ts'
import { type MailText, renderMail } from '../../accounts/mails/layout.ts'
import type { MailName } from '../../accounts/mails/mail-name.ts'

/**
 * What the reader does next: `open` the workspace, choose the first `password`, or register a `card`. A reader who pays by
 * card and has no password chooses it afterwards: the mail that confirms the card has the link (mails/card-registered.ts).
 */
export type NextStep = 'open' | 'password' | 'card'

interface Values {
  name: MailName
  plan: string
  next: NextStep
  url: string
  /** Days for which the link is valid; null for an address that stays. */
  days: number | null
}

const texts: Record<Locale, (values: Values) => MailText> = {
  ja: ({ name, plan, next, url, days }) => ({
    subject: next === 'card' ? '【Kaiwa】クレジットカード登録のご案内' : '【Kaiwa】ご利用開始のご案内',
    lines: [
      `${name} 様`,
      `このたびは${plan}プランにお申し込みいただき、ありがとうございます。お申し込みを承認しました。`,
      {
        open: '本日よりご利用いただけます。',
        password: '本日よりご利用いただけます。下のボタンを押して、パスワードを設定してください。',
        card: '下のボタンを押して、お支払いに使用するクレジットカードを登録してください。登録が完了すると、ご利用いただけます。',
      }[next],
    ],
    button: {
      label: { open: 'Kaiwaを開く', password: 'パスワードを設定する', card: 'クレジットカードを登録する' }[next],
      url,
    },
    small: days === null ? [] : [`このリンクの有効期限は${days}日です。`],
  }),
  en: ({ name, plan, next, url, days }) => ({
    subject: next === 'card' ? 'Kaiwa: register your credit card' : 'Kaiwa: your application was approved',
    lines: [
      `Hello ${name},`,
      `Thank you for applying for the ${plan} plan. Your application was approved.`,
      {
        open: 'You can start now.',
        password: 'You can start now. Please press the button below to choose your password.',
        card: 'Please press the button below to register the credit card that you will pay with. You can start after registering it.',
      }[next],
    ],
    button: { label: { open: 'Open Kaiwa', password: 'Set password', card: 'Register credit card' }[next], url },
    small: days === null ? [] : [`This link is valid for ${days} days.`],
  }),
}

/** Notifies the applicant that the operator approved the application. */
export function requestApprovedMail(locale: Locale, values: Values) {
  return renderMail(locale, texts[locale](values))
}
