import { invalid } from '../../platform/refusal.ts'

/** What a guesser knows of somebody and tries first. */
export const wordsOf = (user: { email: string; first_name: string; last_name: string }): string[] => [
  user.email,
  user.first_name,
  user.last_name,
]

/**
 * Refuses (422, `format`) what everybody tries first, and what anybody tries who knows these words. The list is long: it is
 * loaded with the first new password.
 */
export const refuseCommonPassword = async (
  password: string,
  words: readonly string[],
  field = 'password',
): Promise<void> => {
  const { isCommonPassword, isMadeOf } = await import('./common-passwords.ts')
  if (isCommonPassword(password) || isMadeOf(password, words)) throw invalid({ [field]: ['format'] })
}
