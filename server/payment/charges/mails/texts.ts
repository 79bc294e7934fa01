// Parts of the mails about payments.
import { cardBrandName } from '@kaiwa/contract/card-brands.ts'
import type { Locale } from '@kaiwa/contract/fields.ts'

/** `Visa ****4242`. */
export function cardText(brand: string, last4: string): string {
  return `${cardBrandName(brand)} ****${last4}`
}

/** A day in Japan. */
export function day(locale: Locale, at: Date): string {
  return new Intl.DateTimeFormat(locale === 'ja' ? 'ja-JP' : 'en-US', {
    dateStyle: 'long',
    timeZone: 'Asia/Tokyo',
  }).format(at)
}
