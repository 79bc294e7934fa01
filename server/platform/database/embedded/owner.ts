import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { identityOf } from './processes.ts'

// One process owns a running PostgreSQL and stops it at its own exit. Other processes on the same folder only use the
// server; one of them takes over when the owner has died.

/** Takes ownership unless a live process has it. Returns true if this process is the owner now. */
export async function claim(file: string): Promise<boolean> {
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

/** Releases the ownership of this process. */
export async function release(file: string): Promise<void> {
  if ((await readFile(file, 'utf8').catch(() => '')) === identityOf(process.pid)) await rm(file, { force: true })
}
