import { readFile } from 'node:fs/promises'

// PostgreSQL refuses to run as root. Root therefore lends it the ids of an account that is already there; no account
// is ever created. Any other user runs it as himself.

export type Account = { name: string; uid: number; gid: number }

/** The account to run PostgreSQL as, or null for the present user's own. Throws when root finds no suitable account. */
export const postgresAccount = async (): Promise<Account | null> => {
  if (process.getuid?.() !== 0) return null
  const account = pickAccount(await readFile('/etc/passwd', 'utf8'))
  if (!account) throw new Error('PostgreSQL cannot run as root, and /etc/passwd has neither "postgres" nor "nobody".')
  return account
}

/** What to hand to spawn: nothing for the present user. */
export const idsOf = (account: Account | null): { uid?: number; gid?: number } =>
  account ? { uid: account.uid, gid: account.gid } : {}

/** `postgres` where it exists, else `nobody`, from the text of a passwd file. */
export const pickAccount = (passwd: string): Account | null => {
  const accounts = passwd.split('\n').flatMap(parseLine)
  return accounts.find(({ name }) => name === 'postgres') ?? accounts.find(({ name }) => name === 'nobody') ?? null
}

const parseLine = (line: string): Account[] => {
  const [name, , uid, gid] = line.split(':')
  if (!name || !uid || !gid || name.startsWith('#')) return []
  return [{ name, uid: unsigned(uid), gid: unsigned(gid) }]
}

// macOS writes nobody as -2.
const unsigned = (id: string) => Number(id) >>> 0
