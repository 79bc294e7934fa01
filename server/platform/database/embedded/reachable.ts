import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Account } from './account.ts'

/** Whether the account can walk to this folder and look into it: every folder on the way must let it through. */
export const isReachable = async (folder: string, account: Account | null): Promise<boolean> => {
  if (!account) return true
  const facts = await stat(folder).catch(() => null)
  // What does not exist yet will be made for the account: its parents decide.
  if (facts && !lets(account, facts)) return false
  const parent = dirname(folder)
  return parent === folder || isReachable(parent, account)
}

const lets = (account: Account, { mode, uid, gid }: { mode: number; uid: number; gid: number }) => {
  if (uid === account.uid) return (mode & 0o100) !== 0
  if (gid === account.gid) return (mode & 0o010) !== 0
  return (mode & 0o001) !== 0
}
