import { readFile } from 'node:fs/promises'

// PostgreSQL refuses to run as root. If this process is root, PostgreSQL runs with the ids of an existing account; no
// account is ever created. For any other user, PostgreSQL runs as that user.

export interface Account {
  name: string
  uid: number
  gid: number
}

/** The account to run PostgreSQL as, or null for the current user. Throws if root finds no suitable account. */
export async function postgresAccount(): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null
  const account = pickAccount(await readFile('/etc/passwd', 'utf8'))
  if (!account) throw new Error('PostgreSQL cannot run as root, and /etc/passwd has neither "postgres" nor "nobody".')
  return account
}

/** Options for spawn; empty for the current user. */
export function idsOf(account: Account | null): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {}
}

/** Picks `postgres` if it exists, otherwise `nobody`, from the text of a passwd file. */
export function pickAccount(passwd: string): Account | null {
  const accounts = passwd.split('\n').flatMap(parseLine)
  return accounts.find(({ name }) => name === 'postgres') ?? accounts.find(({ name }) => name === 'nobody') ?? null
}

function parseLine(line: string): Account[] {
  const [name, , uid, gid] = line.split(':')
  if (!name || !uid || !gid || name.startsWith('#')) return []
  return [{ name, uid: unsigned(uid), gid: unsigned(gid) }]
}

// macOS lists the uid of nobody as -2.
function unsigned(id: string) {
  return Number(id) >>> 0
}
