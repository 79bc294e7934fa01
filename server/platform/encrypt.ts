// Encryption of secrets that must be read again: AES-256-GCM with a key derived from KAIWA_SECRET. `use` separates the keys
// of different kinds of data. `boundTo` is authenticated with the data: a row copied to another owner cannot be decrypted.
// After a change of the secret, data of KAIWA_PREVIOUS_SECRET stays readable until `npm run rotate-secret` has run.
import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import type { Config } from './config.ts'

const IV_BYTES = 12
const TAG_BYTES = 16
const KEY_ID_BYTES = 4

export type Secrets = Pick<Config, 'secret' | 'previousSecret'>

export interface Purpose {
  use: string
  boundTo: string
}

/** One entry for each secret and use: both are few. */
const derived = new Map<string, KeyObject>()

/** Deriving a key takes longer than decrypting a token with it. */
function derive(secret: string, use: string, length: number): KeyObject {
  const name = JSON.stringify([secret, use, length])
  const key = derived.get(name) ?? createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', use, length)))
  derived.set(name, key)
  return key
}

/** Names a secret without telling anything about it: 8 hexadecimal digits. */
export function keyIdOf(secret: string): string {
  return derive(secret, 'kaiwa key id', KEY_ID_BYTES).export().toString('hex')
}

/** The secrets that data may be encrypted with, the present one first. */
export function secretsOf({ secret, previousSecret }: Secrets): string[] {
  return previousSecret === undefined || previousSecret === secret ? [secret] : [secret, previousSecret]
}

/** Returns iv, tag and ciphertext, concatenated. */
export function encrypt(secret: string, { use, boundTo }: Purpose, plain: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', derive(secret, use, 32), iv).setAAD(Buffer.from(boundTo))
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Returns null if the data was encrypted with another secret, for another use or owner, or was changed. */
export function decrypt(secret: string, { use, boundTo }: Purpose, sealed: Buffer): Buffer | null {
  const iv = sealed.subarray(0, IV_BYTES)
  const tag = sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
  if (tag.length < TAG_BYTES) return null
  const opened = createDecipheriv('aes-256-gcm', derive(secret, use, 32), iv, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(tag)
  try {
    return Buffer.concat([opened.update(sealed.subarray(IV_BYTES + TAG_BYTES)), opened.final()])
  } catch {
    return null
  }
}
