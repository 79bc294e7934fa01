import { readFile, readdir, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive } from './processes.ts'

// PostgreSQL writes `postmaster.pid` into its cluster while it runs. The file survives a kill -9, and its process id
// may have been reused by another program, so the process is always checked.

export interface Postmaster {
  pid: number
  port: number
  status: 'starting' | 'ready' | 'stopping'
}

/** Returns the postmaster that runs on this cluster (a real path), or null. */
export async function findPostmaster(cluster: string): Promise<Postmaster | null> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const found = parsePidFile(text)
  return found && isAlive(found.pid) && (await runsOn(cluster, found.pid)) ? found : null
}

/**
 * Lines: pid, cluster, start time, port, socket folder, listen address, shared memory, status. Null if partly written.
 */
export function parsePidFile(text: string): Postmaster | null {
  const lines = text.split('\n')
  const pid = Number(lines[0])
  const port = Number(lines[3])
  if (!Number.isInteger(pid) || pid <= 0) return null
  const status = lines[7]?.trim()
  return { pid, port, status: status === 'ready' || status === 'stopping' ? status : 'starting' }
}

/**
 * Removes a postmaster.pid whose process id was reused by another program; otherwise PostgreSQL would refuse to start.
 * Keeps it while any process of the dead server still uses the cluster, and while its own server is alive.
 */
export async function forgetStranger(cluster: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid')
  const found = parsePidFile(await readFile(file, 'utf8').catch(() => ''))
  if (!found || !isAlive(found.pid) || (await runsOn(cluster, found.pid))) return
  if ((await processesOn(cluster)).length === 0) await rm(file, { force: true })
}

// Every PostgreSQL process has its cluster as working directory. On macOS this cannot be read, so the file is trusted.
async function runsOn(cluster: string, pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return true
  return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === cluster
}

async function processesOn(cluster: string): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const working = await Promise.all(pids.map((pid) => runsOn(cluster, pid)))
  return pids.filter((_, index) => working[index])
}
