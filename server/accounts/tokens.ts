// Tokens are 32 random bytes. Only their hash is stored, so that a copy of the database cannot be used to sign in.
import { createHash, randomBytes } from 'node:crypto'

export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** A fast hash is sufficient, because 256 random bits cannot be guessed. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
