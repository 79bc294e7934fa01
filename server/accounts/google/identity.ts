// Reads and validates the claims of an identity provider. Pure.
import { email as emailSchema, type Locale, personName } from '@kaiwa/contract/fields.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { Refusal } from '../../platform/refusal.ts'

export type Claims = Readonly<Record<string, unknown>>

export interface Identity {
  issuer: string
  subject: string
  email: string
  first_name: string
  /** Empty for a person with one name only. */
  last_name: string
  /** Null if the provider names no supported language. */
  locale: Locale | null
}

/** The value cut to the maximal length if it is a valid name, otherwise ''. */
function nameIn(value: unknown): string {
  if (typeof value !== 'string') return ''
  const short = [...value.trim()].slice(0, LIMITS.nameLength).join('')
  return personName.safeParse(short).data ?? ''
}

const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/**
 * Names from the separate claims, otherwise split from the full name (family name first in East Asian scripts), otherwise
 * from the address.
 */
function namesOf(claims: Claims, email: string): Pick<Identity, 'first_name' | 'last_name'> {
  const [given, family, whole] = [claims['given_name'], claims['family_name'], claims['name']].map(nameIn)
  if (given || !whole) return { first_name: given || email.split('@', 1)[0] || email, last_name: family ?? '' }
  const [head = '', ...tail] = whole.split(/\s+/)
  const rest = tail.join(' ')
  return EAST_ASIAN.test(whole) && rest ? { first_name: rest, last_name: head } : { first_name: head, last_name: rest }
}

function localeIn(value: unknown): Locale | null {
  const language = typeof value === 'string' ? value.toLowerCase().split(/[-_]/, 1)[0] : ''
  return language === 'ja' || language === 'en' ? language : null
}

/**
 * Throws 401 without an address, and 403 for an address that the provider has not verified, because it may belong to
 * another person. Some providers send the boolean as a string.
 */
export function readIdentity(issuer: string, claims: Claims): Identity {
  const { sub } = claims
  const email = emailSchema.safeParse(claims['email']).data
  if (typeof sub !== 'string' || sub === '' || email === undefined) throw new Refusal('AUTH_INVALID_CREDENTIALS')
  if (claims['email_verified'] !== true && claims['email_verified'] !== 'true')
    throw new Refusal('E_EMAIL_NOT_VERIFIED')
  return { issuer, subject: sub, email, ...namesOf(claims, email), locale: localeIn(claims['locale']) }
}
