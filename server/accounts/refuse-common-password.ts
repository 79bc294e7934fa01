import { invalid } from '../platform/refusal.ts'

/** Refuses (422, `format`) what everybody tries first. The list is long: it is loaded with the first new password. */
export const refuseCommonPassword = async (password: string, field = 'password'): Promise<void> => {
  const { isCommonPassword } = await import('./common-passwords.ts')
  if (isCommonPassword(password)) throw invalid({ [field]: ['format'] })
}
