// The TOTP secret must be read again, so it is encrypted instead of hashed, and bound to the user. The rows do not name the
// secret that they were encrypted with: authenticated encryption shows which one is right.
import { decrypt, encrypt, type Purpose, type Secrets, secretsOf } from '../../platform/encrypt.ts'

function purpose(userId: number): Purpose {
  return { use: 'kaiwa two-factor secrets', boundTo: `user ${userId}` }
}

/** Returns iv, tag and ciphertext, concatenated. */
export function encryptSecret({ secret }: Pick<Secrets, 'secret'>, userId: number, plain: Buffer): Buffer {
  return encrypt(secret, purpose(userId), plain)
}

/** Returns null if the data was encrypted with an unknown secret or for another user, or was changed. */
export function decryptSecret(secrets: Secrets, userId: number, sealed: Buffer): Buffer | null {
  for (const secret of secretsOf(secrets)) {
    const plain = decrypt(secret, purpose(userId), sealed)
    if (plain) return plain
  }
  return null
}
