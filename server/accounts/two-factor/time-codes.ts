// TOTP codes (RFC 6238, RFC 4226) with the defaults of authenticator apps: SHA-1, six digits, 30 seconds.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { TIME_CODE_LENGTH } from '@kaiwa/contract/codes.ts'

export const STEP_SECONDS = 30
const SECRET_BYTES = 20

export const newSecret = (): Buffer => randomBytes(SECRET_BYTES)

/** The code of a time step, which is the number of 30-second intervals since the epoch. */
export const codeAt = (secret: Buffer, step: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fff_ffff
  return String(number % 10 ** TIME_CODE_LENGTH).padStart(TIME_CODE_LENGTH, '0')
}

/** The step that matches the code: `present`, or one before or after it, because clocks differ; null if none does. */
export const stepOf = (secret: Buffer, code: string, present: number): number | null => {
  const given = Buffer.from(code)
  const fits = [present - 1, present, present + 1].filter((step) => {
    const expected = Buffer.from(codeAt(secret, step))
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
  return fits.at(-1) ?? null
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base32 (RFC 4648) without padding, the format in which a secret is typed into an app. */
export const base32 = (bytes: Buffer): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** The otpauth URL of the QR code, with account and issuer. */
export const enrolmentUrl = (secret: Buffer, account: string): string => {
  const label = ['Kaiwa', account].map(encodeURIComponent).join(':')
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=Kaiwa&algorithm=SHA1&digits=${TIME_CODE_LENGTH}&period=${STEP_SECONDS}`
}
