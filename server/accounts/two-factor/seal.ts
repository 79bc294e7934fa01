// What must be read again cannot be hashed: it is sealed with a key of the program's own secret, for one user. A copy of
// the database alone, or a row that was moved to another user, opens nothing.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16

const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'kaiwa two-factor secrets', 32))

/** → iv, tag and ciphertext (AES-256-GCM) in one. */
export const seal = (secret: string, userId: number, plain: Buffer): Buffer => {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), iv).setAAD(Buffer.from(`user ${userId}`))
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Null where it was sealed with another secret, for another user, or changed since. */
export const unseal = (secret: string, userId: number, sealed: Buffer): Buffer | null => {
  const iv = sealed.subarray(0, IV_BYTES)
  const tag = sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
  if (tag.length < TAG_BYTES) return null
  const opened = createDecipheriv('aes-256-gcm', keyOf(secret), iv, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(`user ${userId}`))
    .setAuthTag(tag)
  try {
    return Buffer.concat([opened.update(sealed.subarray(IV_BYTES + TAG_BYTES)), opened.final()])
  } catch {
    return null
  }
}
