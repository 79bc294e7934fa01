// What a provider says about a person, as far as we believe it: pure, so that every wrong claim is a row of a table.
import { email as emailSchema, type Locale, personName } from '@kaiwa/contract/fields.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { Refusal } from '../../platform/refusal.ts'

export type Claims = Readonly<Record<string, unknown>>

export type Identity = {
  issuer: string
  subject: string
  email: string
  first_name: string
  /** Empty for whoever has one name only. */
  last_name: string
  /** Null where the provider knows no language of ours. */
  locale: Locale | null
}

/** A name that we would take from a form, shortened; '' for anything else. */
const nameIn = (value: unknown): string => {
  if (typeof value !== 'string') return ''
  const short = [...value.trim()].slice(0, LIMITS.nameLength).join('')
  return personName.safeParse(short).data ?? ''
}

const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Of the parts of a name; else of the whole, family name first where it is written so; else of the address. */
const namesOf = (claims: Claims, email: string): Pick<Identity, 'first_name' | 'last_name'> => {
  const [given, family, whole] = [claims['given_name'], claims['family_name'], claims['name']].map(nameIn)
  if (given || !whole) return { first_name: given || email.split('@', 1)[0] || email, last_name: family ?? '' }
  const [head = '', ...tail] = whole.split(/\s+/)
  const rest = tail.join(' ')
  return EAST_ASIAN.test(whole) && rest ? { first_name: rest, last_name: head } : { first_name: head, last_name: rest }
}

const localeIn = (value: unknown): Locale | null => {
  const language = typeof value === 'string' ? value.toLowerCase().split(/[-_]/, 1)[0] : ''
  return language === 'ja' || language === 'en' ? language : null
}

/**
 * Refuses who has no address (401), and an address of which the provider does not say that it is theirs (403): with it
 * anybody could name another's. Some providers write the boolean as a word.
 */
export const readIdentity = (issuer: string, claims: Claims): Identity => {
  const { sub } = claims
  const email = emailSchema.safeParse(claims['email']).data
  if (typeof sub !== 'string' || sub === '' || email === undefined) throw new Refusal('AUTH_INVALID_CREDENTIALS')
  if (claims['email_verified'] !== true && claims['email_verified'] !== 'true')
    throw new Refusal('E_EMAIL_NOT_VERIFIED')
  return { issuer, subject: sub, email, ...namesOf(claims, email), locale: localeIn(claims['locale']) }
}
