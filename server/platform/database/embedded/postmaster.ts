import { readFile, readdir, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive } from './processes.ts'

// PostgreSQL writes `postmaster.pid` into its cluster while it runs. The file outlives a kill -9, and its process id
// may meanwhile be somebody else's: nothing is believed before the process was looked at.

export type Postmaster = { pid: number; port: number; status: 'starting' | 'ready' | 'stopping' }

/** The postmaster that runs on this cluster (a real path), or null. */
export const findPostmaster = async (cluster: string): Promise<Postmaster | null> => {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const found = parsePidFile(text)
  return found && isAlive(found.pid) && (await runsOn(cluster, found.pid)) ? found : null
}

/** Lines: pid, cluster, start time, port, socket folder, listen address, shared memory, status. Null while half written. */
export const parsePidFile = (text: string): Postmaster | null => {
  const lines = text.split('\n')
  const pid = Number(lines[0])
  const port = Number(lines[3])
  if (!Number.isInteger(pid) || pid <= 0) return null
  const status = lines[7]?.trim()
  return { pid, port, status: status === 'ready' || status === 'stopping' ? status : 'starting' }
}

/**
 * Removes a postmaster.pid whose process id now belongs to a stranger: PostgreSQL itself would refuse to start. Kept
 * while any process of the dead server still works on the cluster, and while the file's own server lives.
 */
export const forgetStranger = async (cluster: string): Promise<void> => {
  const file = join(cluster, 'postmaster.pid')
  const found = parsePidFile(await readFile(file, 'utf8').catch(() => ''))
  if (!found || !isAlive(found.pid) || (await runsOn(cluster, found.pid))) return
  if ((await processesOn(cluster)).length === 0) await rm(file, { force: true })
}

// Every process of PostgreSQL has its cluster as working directory. Where that cannot be asked (macOS), it is believed.
const runsOn = async (cluster: string, pid: number): Promise<boolean> => {
  if (process.platform !== 'linux') return true
  return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === cluster
}

const processesOn = async (cluster: string): Promise<number[]> => {
  if (process.platform !== 'linux') return []
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const working = await Promise.all(pids.map((pid) => runsOn(cluster, pid)))
  return pids.filter((_, index) => working[index])
}
