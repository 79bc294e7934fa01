import type { Locale } from '@kaiwa/contract/fields.ts'
import { type MailText, renderMail } from '../../../accounts/mails/layout.ts'
import type { MailValues } from './mail-payer.ts'
import { day, linkNote, money } from './texts.ts'

interface Failure {
  number: string
  amount: number
  /** The address at which the invoice can be paid now. */
  url: string
  /** When the card is charged again; null if it is not. */
  nextAt: Date | null
  /** After this day the limits are those of the basic plan; null if it has passed. */
  deadline: Date | null
  /** The bank wants the customer to confirm the payment. */
  needsConfirmation: boolean
}

type Values = MailValues & Failure

function reason({ needsConfirmation }: Failure, locale: Locale): string {
  if (locale === 'ja')
    return needsConfirmation
      ? 'カード会社による本人認証が必要なため、お支払いが完了していません。下のボタンからお支払いページを開き、本人認証を行ってください。'
      : 'ご登録のクレジットカードでお支払いができませんでした。カードの有効期限や利用限度額をご確認ください。下のボタンから、別のカードでお支払いいただけます。'
  return needsConfirmation
    ? 'Your bank asks you to confirm this payment. Please open the page below and confirm it.'
    : 'Your registered credit card was refused. Please check its expiry date and limit. You can pay with another card on the page below.'
}

const texts: Record<Locale, (values: Values) => MailText> = {
  ja: (values) => ({
    subject: values.needsConfirmation
      ? '【Kaiwa】お支払いの本人認証をお願いします'
      : '【Kaiwa】クレジットカードでのお支払いができませんでした',
    lines: [
      `${values.name} 様`,
      `請求書${values.number}（${money('ja', values.amount)}、税込）の件でご連絡いたします。`,
      reason(values, 'ja'),
      ...(values.nextAt ? [`${day('ja', values.nextAt)}に、ご登録のカードへ再度請求します。`] : []),
      ...(values.deadline
        ? [
            `${day('ja', values.deadline)}までにお支払いが確認できない場合、ご利用の上限はベーシックプランのものになります。`,
          ]
        : []),
    ],
    button: { label: 'お支払いに進む', url: values.url },
    small: [linkNote('ja', values.url)],
  }),
  en: (values) => ({
    subject: values.needsConfirmation
      ? 'Kaiwa: please confirm your payment'
      : 'Kaiwa: your credit card could not be charged',
    lines: [
      `Hello ${values.name},`,
      `This is about invoice ${values.number} (${money('en', values.amount)} including tax).`,
      reason(values, 'en'),
      ...(values.nextAt ? [`The registered card will be charged again on ${day('en', values.nextAt)}.`] : []),
      ...(values.deadline
        ? [`If it is not paid by ${day('en', values.deadline)}, the limits of the basic plan will apply.`]
        : []),
    ],
    button: { label: 'Pay now', url: values.url },
    small: [linkNote('en', values.url)],
  }),
}

/** To the owner, after a charge of the card failed. */
export function chargeFailedMail(locale: Locale, values: Values) {
  return renderMail(locale, texts[locale](values))
}
