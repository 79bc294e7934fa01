// Ten codes for whoever has lost their authenticator: 50 random bits each, kept hashed like passwords, good for once.
import { randomBytes } from 'node:crypto'
import { RECOVERY_ALPHABET, RECOVERY_CODE_LENGTH, formatRecoveryCode } from '@kaiwa/contract/codes.ts'
import { type HashingCost, hashPassword } from '../passwords/passwords.ts'

export const RECOVERY_CODES = 10

// 32 signs: the low five bits of a byte, each sign as likely as the others.
const newCode = (): string =>
  Array.from(randomBytes(RECOVERY_CODE_LENGTH), (byte) => RECOVERY_ALPHABET[byte % RECOVERY_ALPHABET.length]).join('')

/** As they are shown, once, and as they are kept. */
export const newRecoveryCodes = async (
  hashingCost: HashingCost,
  account: string,
): Promise<{ shown: string[]; hashes: string[] }> => {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  const hashes: string[] = []
  for (const code of codes) hashes.push(await hashPassword(hashingCost, code, { account, isKnown: true }))
  return { shown: codes.map(formatRecoveryCode), hashes }
}
