// The TOTP secret must be read again, so it is encrypted instead of hashed, with a key derived from KAIWA_SECRET and bound to
// the user. A copy of the database, or a row copied to another user, cannot be decrypted.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'kaiwa two-factor secrets', 32))
}

/** AES-256-GCM. Returns iv, tag and ciphertext, concatenated. */
export function encryptSecret(secret: string, userId: number, plain: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), iv).setAAD(Buffer.from(`user ${userId}`))
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Returns null if the data was encrypted with another secret or for another user, or was changed. */
export function decryptSecret(secret: string, userId: number, sealed: Buffer): Buffer | null {
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
