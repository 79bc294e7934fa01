// Parts of the mails about payments.
import type { Locale } from '@kaiwa/contract/fields.ts'

const BRANDS: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  jcb: 'JCB',
  diners: 'Diners Club',
  discover: 'Discover',
  unionpay: 'UnionPay',
}

/** `Visa ****4242`. */
export function cardText(brand: string, last4: string): string {
  return `${BRANDS[brand] ?? brand} ****${last4}`
}

const yen = new Intl.NumberFormat('ja-JP')

export function money(locale: Locale, amount: number): string {
  return locale === 'ja' ? `${yen.format(amount)}円` : `JPY ${yen.format(amount)}`
}

/** A day in Japan. */
export function day(locale: Locale, at: Date): string {
  return new Intl.DateTimeFormat(locale === 'ja' ? 'ja-JP' : 'en-US', {
    dateStyle: 'long',
    timeZone: 'Asia/Tokyo',
  }).format(at)
}
