import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { identityOf } from './processes.ts'

// One process owns a running PostgreSQL and stops it when it leaves. Others on the same folder only use it, and one of
// them inherits it when the owner is gone.

/** Takes the ownership if nobody alive has it. True when it is now ours. */
export const claim = async (file: string): Promise<boolean> => {
  const me = identityOf(process.pid)
  const owner = await readFile(file, 'utf8').catch(() => '')
  if (owner === me) return true
  const pid = Number.parseInt(owner, 10)
  if (pid > 0 && identityOf(pid) === owner) return false
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, me ?? '')
  await rename(draft, file)
  return (await readFile(file, 'utf8')) === me
}

/** Gives up an ownership of ours. */
export const release = async (file: string): Promise<void> => {
  if ((await readFile(file, 'utf8').catch(() => '')) === identityOf(process.pid)) await rm(file, { force: true })
}
