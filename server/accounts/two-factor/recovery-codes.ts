// Recovery codes for users who have lost their authenticator: 50 random bits each, hashed like passwords, single-use.
import { randomBytes } from 'node:crypto'
import { RECOVERY_ALPHABET, RECOVERY_CODE_LENGTH, formatRecoveryCode } from '@kaiwa/contract/codes.ts'
import { type HashingCost, hashPassword } from '../passwords/passwords.ts'

export const RECOVERY_CODES = 10

// The alphabet has 32 characters, so the remainder of a random byte is uniformly distributed.
function newCode(): string {
  return Array.from(
    randomBytes(RECOVERY_CODE_LENGTH),
    (byte) => RECOVERY_ALPHABET[byte % RECOVERY_ALPHABET.length],
  ).join('')
}

/** Codes to show to the user once, and their hashes to store. */
export async function newRecoveryCodes(
  hashingCost: HashingCost,
  account: string,
): Promise<{ shown: string[]; hashes: string[] }> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  const hashes: string[] = []
  for (const code of codes) hashes.push(await hashPassword(hashingCost, code, { account, isKnown: true }))
  return { shown: codes.map(formatRecoveryCode), hashes }
}
