import type { PasswordWeakness } from '@kaiwa/contract/accounts.ts'
import { invalid } from '../../platform/refusal.ts'

/** Words that an attacker knows about a user. */
export function personalWords(user: { email: string; first_name: string; last_name: string }): string[] {
  return [user.email, user.first_name, user.last_name]
}

/** Whether a password is common or consists of these words. The long list of common passwords is loaded at the first call. */
export async function findWeakness(password: string, words: readonly string[]): Promise<PasswordWeakness | null> {
  const { consistsOf, isCommonPassword } = await import('./common-passwords.ts')
  if (isCommonPassword(password)) return 'common'
  return consistsOf(password, words) ? 'personal' : null
}

/** Refuses (422, `format`) common passwords and passwords that consist of these words. */
export async function assertUncommonPassword(
  password: string,
  words: readonly string[],
  field = 'password',
): Promise<void> {
  if ((await findWeakness(password, words)) !== null) throw invalid({ [field]: ['format'] })
}
