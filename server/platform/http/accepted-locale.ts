import type { Locale } from '@kaiwa/contract/fields.ts'

/** The supported language with the highest weight in Accept-Language; null without one. */
export function acceptedLocale(header: string | undefined): Locale | null {
  if (header === 'ja' || header === 'en') return header
  const languages = (header ?? '').split(',').map((part) => {
    const [tag = '', quality = '1'] = part.trim().split(/\s*;\s*q=/)
    return { language: tag.split('-')[0]?.toLowerCase(), quality: Number(quality) }
  })
  const known = languages.filter(({ language }) => language === 'ja' || language === 'en')
  const language = known.toSorted((a, b) => b.quality - a.quality)[0]?.language
  return language === undefined ? null : language === 'en' ? 'en' : 'ja'
}

/** The same for a person without an account; Japanese by default. */
export function preferredLocale(header: string | undefined): Locale {
  return acceptedLocale(header) ?? 'ja'
}
