import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Account } from './account.ts'

/** True if the account can enter and read this folder, which requires access to all its parent folders. */
export async function isReachable(folder: string, account: Account | null): Promise<boolean> {
  if (!account) return true
  const facts = await stat(folder).catch(() => null)
  // A folder that does not exist yet will be created for the account, so only its parents are checked.
  if (facts && !lets(account, facts)) return false
  const parent = dirname(folder)
  return parent === folder || isReachable(parent, account)
}

function lets(account: Account, { mode, uid, gid }: { mode: number; uid: number; gid: number }) {
  if (uid === account.uid) return (mode & 0o100) !== 0
  if (gid === account.gid) return (mode & 0o010) !== 0
  return (mode & 0o001) !== 0
}
