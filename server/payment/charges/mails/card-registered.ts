import type { Locale } from '@kaiwa/contract/fields.ts'
import { type MailText, renderMail } from '../../../accounts/mails/layout.ts'
import type { MailValues } from './mail-payer.ts'
import { cardText, linkNote } from './texts.ts'

type Values = MailValues & { brand: string; last4: string }

const texts: Record<Locale, (values: Values, url: string) => MailText> = {
  ja: ({ name, brand, last4 }, url) => ({
    subject: '【Kaiwa】クレジットカードが登録されました',
    lines: [
      `${name} 様`,
      `お支払い用のクレジットカード（${cardText(brand, last4)}）が登録されました。ご利用料金は月末に締め、翌月1日にこのカードへ請求します。`,
      'お心当たりがない場合は、お支払いページでカードをご確認のうえ、お問い合わせください。',
    ],
    button: { label: 'お支払いページを開く', url },
    small: [linkNote('ja', url)],
  }),
  en: ({ name, brand, last4 }, url) => ({
    subject: 'Kaiwa: your credit card was registered',
    lines: [
      `Hello ${name},`,
      `The credit card ${cardText(brand, last4)} was registered for your payments. Each month closes on its last day and is charged to this card on the 1st of the next month.`,
      'If you did not do this, please check the card on the payment page and contact us.',
    ],
    button: { label: 'Open the payment page', url },
    small: [linkNote('en', url)],
  }),
}

/** To the owner, after a card was registered. */
export function cardRegisteredMail(locale: Locale, values: Values) {
  return renderMail(locale, texts[locale](values, `${values.origin}/mypage/payment`))
}
