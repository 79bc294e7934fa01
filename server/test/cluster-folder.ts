// The folder of the cluster of a test run. A test database consists of some hundred files; on some disks (ext4 without a
// journal) the deletion of many files makes the creation of the next ones take most of a second. The folder is therefore in
// memory where there is room.
import { readdir, readFile, mkdtemp, realpath, rm, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostmaster } from '../platform/database/embedded/postmaster.ts'
import { isAlive } from '../platform/database/embedded/processes.ts'

const MEMORY = '/dev/shm'
/** Bytes that must be free. A run uses up to 300 MB. */
const ROOM_BYTES = 2 ** 31
/** After this time a folder whose process is not seen belongs to no run, not even to one in another container. */
const ABANDONED_MS = 3 * 60 * 60 * 1000

/** Docker mounts it with `noexec`: PostgreSQL, whose programs may be copied next to the cluster, could not start. */
async function mayExecute(): Promise<boolean> {
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '')
  const options = mounts
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([, place]) => place === MEMORY)
    .at(-1)?.[3]
  return options !== undefined && !options.split(',').includes('noexec')
}

async function hasRoom(): Promise<boolean> {
  const free = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  // Counts the limit of a container, too.
  return free > ROOM_BYTES && process.availableMemory() > 2 * ROOM_BYTES && (await mayExecute())
}

/** Ends the PostgreSQL of a run that was killed, and removes its folder. */
async function removeAbandoned(folder: string): Promise<void> {
  const owner = Number(/kaiwa-test-(\d+)-/.exec(folder)?.[1])
  if (!Number.isInteger(owner) || isAlive(owner)) return
  const cluster = await realpath(join(folder, 'cluster')).catch(() => null)
  const postmaster = cluster && (await findPostmaster(cluster))
  if (postmaster) process.kill(postmaster.pid, 'SIGQUIT')
  const { mtimeMs } = await stat(folder)
  if (postmaster || Date.now() - mtimeMs > ABANDONED_MS) await rm(folder, { recursive: true, force: true })
}

async function tidy(parent: string): Promise<void> {
  const names = await readdir(parent).catch(() => [])
  for (const name of names.filter((one) => one.startsWith('kaiwa-test-')))
    // Folders of other users cannot be removed.
    await removeAbandoned(join(parent, name)).catch(() => undefined)
}

/** Creates the folder. Folders of runs that were killed are removed first. */
export async function makeClusterFolder(): Promise<string> {
  for (const parent of [MEMORY, tmpdir()]) await tidy(parent)
  const name = `kaiwa-test-${process.pid}-`
  if (await hasRoom()) {
    const folder = await mkdtemp(join(MEMORY, name)).catch(() => null)
    if (folder !== null) return folder
  }
  return mkdtemp(join(tmpdir(), name))
}
