// The display names of the tiers. A plan stores the name of its tier; mails, lists and files show the reader's words.
import type { Locale } from './fields.ts'

export const PLAN_NAMES = {
  minimum: { ja: 'ミニマム', en: 'Minimum' },
  basic: { ja: 'ベーシック', en: 'Basic' },
  premium: { ja: 'プレミアム', en: 'Premium' },
  business: { ja: 'ビジネス', en: 'Business' },
  personal: { ja: 'パーソナル', en: 'Personal' },
  trial: { ja: 'トライアル', en: 'Trial' },
} as const satisfies Record<string, Record<Locale, string>>

function isTier(name: string): name is keyof typeof PLAN_NAMES {
  return Object.hasOwn(PLAN_NAMES, name)
}

/** The display name of a tier; another name is returned as it is. */
export function planNameIn(locale: Locale, name: string): string {
  return isTier(name) ? PLAN_NAMES[name][locale] : name
}
