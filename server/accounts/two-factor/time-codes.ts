// TOTP codes (RFC 6238, RFC 4226) with the defaults of authenticator apps: SHA-1, six digits, 30 seconds.
import { randomBytes } from 'node:crypto'
import { TIME_CODE_LENGTH } from '@kaiwa/contract/codes.ts'
import { HOTP, Secret } from 'otpauth'

export const STEP_SECONDS = 30
const SECRET_BYTES = 20

export function newSecret(): Buffer {
  return randomBytes(SECRET_BYTES)
}

function toSecret(bytes: Buffer): Secret {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer })
}

/** The code of a time step, which is the number of 30-second intervals since the epoch. */
export function codeAt(secret: Buffer, step: number): string {
  return HOTP.generate({ secret: toSecret(secret), counter: step, digits: TIME_CODE_LENGTH })
}

/**
 * The step that matches the code: `present`, or one before or after it, because clocks differ; null if none does. The
 * code consists of digits. If two steps have the same code, the later one is returned, so that it cannot be used again.
 */
export function stepOf(secret: Buffer, code: string, present: number): number | null {
  const key = { secret: toSecret(secret), token: code, digits: TIME_CODE_LENGTH, window: 0 }
  const steps = [present + 1, present, present - 1]
  return steps.find((step) => HOTP.validate({ ...key, counter: step }) !== null) ?? null
}

/** Base32 (RFC 4648) without padding, the format in which a secret is typed into an app. */
export function base32(bytes: Buffer): string {
  return toSecret(bytes).base32
}

/** The otpauth URL of the QR code, with account and issuer. */
export function enrolmentUrl(secret: Buffer, account: string): string {
  const label = ['Kaiwa', account].map(encodeURIComponent).join(':')
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=Kaiwa&algorithm=SHA1&digits=${TIME_CODE_LENGTH}&period=${STEP_SECONDS}`
}
