import type { Locale } from '@kaiwa/contract/fields.ts'
import { formatYen } from '@kaiwa/contract/format-yen.ts'
import { type MailText, renderMail } from '../../../accounts/mails/layout.ts'
import type { MailValues } from './mail-payer.ts'
import { day } from './texts.ts'

interface Failure {
  number: string
  amount: number
  /** The address at which the invoice can be paid now. */
  url: string
  /** When the card is charged again; null if it is not. */
  nextAt: Date | null
  /** After this day the contract is suspended: the basic limits apply. Null if it has passed. */
  deadline: Date | null
  /** `confirmation`: the bank wants the customer to confirm the payment. */
  problem: 'refused' | 'confirmation' | 'no-card'
}

type Values = MailValues & Failure

const subjects: Record<Locale, Record<Failure['problem'], string>> = {
  ja: {
    refused: '【Kaiwa】クレジットカードでのお支払いができませんでした',
    confirmation: '【Kaiwa】お支払いの本人認証をお願いします',
    'no-card': '【Kaiwa】クレジットカードのご登録をお願いします',
  },
  en: {
    refused: 'Kaiwa: your credit card could not be charged',
    confirmation: 'Kaiwa: please confirm your payment',
    'no-card': 'Kaiwa: please register a credit card',
  },
}

const reasons: Record<Locale, Record<Failure['problem'], string>> = {
  ja: {
    refused:
      'ご登録のクレジットカードでお支払いができませんでした。カードの有効期限や利用限度額をご確認ください。下のボタンから、別のカードでお支払いいただけます。',
    confirmation:
      'カード会社による本人認証が必要なため、お支払いが完了していません。下のボタンからお支払いページを開き、本人認証を行ってください。',
    'no-card':
      'お支払いに使うクレジットカードが登録されていません。下のボタンからお支払いいただくか、アカウント画面の「お支払い」でカードをご登録ください。',
  },
  en: {
    refused:
      'Your registered credit card was refused. Please check its expiry date and limit. You can pay with another card on the page below.',
    confirmation: 'Your bank asks you to confirm this payment. Please open the page below and confirm it.',
    'no-card':
      'No credit card is registered for this workspace. You can pay on the page below, or register a card on the payment page of your account.',
  },
}

function nextAttempt(locale: Locale, { nextAt, problem }: Failure): string[] {
  if (!nextAt) return []
  const date = day(locale, nextAt)
  if (locale === 'ja')
    return [
      problem === 'no-card'
        ? `それまでにカードをご登録いただいた場合は、${date}にそのカードへ請求します。`
        : `${date}に、ご登録のカードへ再度請求します。`,
    ]
  return [
    problem === 'no-card'
      ? `A card that is registered by then is charged on ${date}.`
      : `The registered card will be charged again on ${date}.`,
  ]
}

const texts: Record<Locale, (values: Values) => MailText> = {
  ja: (values) => ({
    subject: subjects.ja[values.problem],
    lines: [
      `${values.name} 様`,
      `請求書${values.number}（${formatYen(values.amount, 'ja')}、税込）の件でご連絡いたします。`,
      reasons.ja[values.problem],
      ...nextAttempt('ja', values),
      ...(values.deadline
        ? [
            `${day('ja', values.deadline)}までにお支払いが確認できない場合は、ご契約を一時停止します。その間は、基本の上限（プランなしのメンバーシップと同じ）までのご利用となります。`,
          ]
        : []),
    ],
    button: { label: 'お支払いに進む', url: values.url },
  }),
  en: (values) => ({
    subject: subjects.en[values.problem],
    lines: [
      `Hello ${values.name},`,
      `This is about invoice ${values.number} (${formatYen(values.amount, 'en')} including tax).`,
      reasons.en[values.problem],
      ...nextAttempt('en', values),
      ...(values.deadline
        ? [
            `If it is not paid by ${day('en', values.deadline)}, the contract is suspended. Then only the basic limits apply, those of a membership without a plan.`,
          ]
        : []),
    ],
    button: { label: 'Pay now', url: values.url },
  }),
}

/** To the owner, after a charge of the card failed or because no card is registered. */
export function chargeFailedMail(locale: Locale, values: Values) {
  return renderMail(locale, texts[locale](values))
}
