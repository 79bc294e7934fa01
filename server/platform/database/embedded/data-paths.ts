import { createHash } from 'node:crypto'
import {
  chmod,
  chown,
  lstat,
  mkdir,
  readFile,
  readlink,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Account } from './account.ts'
import { isReachable } from './reachable.ts'

// Location of a cluster, usually the requested folder. If this process is root and PostgreSQL's account cannot enter
// that folder (a clone in /root, mode 700), the cluster is stored under /var/lib/kaiwa and the requested folder becomes
// a link to it. A clone that is moved then keeps its data, and a copied one gets its own.

/** Paths of one cluster. `folder` is a real path without links, belongs to the account, and is closed to others. */
export interface DataPaths {
  folder: string
  cluster: string
  password: string
  log: string
  owner: string
}

export async function openDataPaths(wanted: string, account: Account | null): Promise<DataPaths> {
  const folder = await prepare(resolve(wanted), account)
  return {
    folder,
    cluster: join(folder, 'cluster'),
    password: join(folder, 'password'),
    log: join(folder, 'postgres.log'),
    owner: join(folder, 'owner'),
  }
}

async function prepare(wanted: string, account: Account | null): Promise<string> {
  await mkdir(dirname(wanted), { recursive: true })
  const linked = await readlink(wanted).catch(() => null)
  if (linked) {
    if (await belongsTo(linked, wanted)) return own(linked, account)
    await rm(wanted)
  }
  if (await isReachable(wanted, account)) return own(wanted, account)
  if (await lstat(wanted).catch(() => null)) {
    throw new Error(
      `PostgreSQL runs as "${account?.name}" here, who cannot enter ${wanted}. Open the folders on the way to it (chmod a+x), or set KAIWA_DATA to another folder.`,
    )
  }
  const sharedFolder = '/var/lib/kaiwa'
  await mkdir(sharedFolder, { recursive: true })
  await chmod(sharedFolder, 0o755)
  const elsewhere = join(sharedFolder, createHash('sha256').update(wanted).digest('hex').slice(0, 16))
  await own(elsewhere, account)
  await writeFile(join(elsewhere, 'project'), wanted)
  await symlink(elsewhere, wanted).catch(async (error: unknown) => {
    // Two concurrent first starts create the same link.
    if ((await readlink(wanted).catch(() => null)) !== elsewhere) throw error
  })
  return elsewhere
}

/**
 * False if the link was copied together with a clone whose original still exists: the cluster belongs to the original.
 */
async function belongsTo(target: string, link: string): Promise<boolean> {
  if (!(await stat(target).catch(() => null))) return false
  const note = join(target, 'project')
  const original = await readFile(note, 'utf8').catch(() => link)
  if (original !== link) {
    if ((await readlink(original).catch(() => null)) === target) return false
    await writeFile(note, link)
  }
  return true
}

// Set the mode explicitly: with a strict umask the account could not enter its folder.
async function own(folder: string, account: Account | null): Promise<string> {
  await mkdir(folder, { recursive: true })
  if (account) await chown(folder, account.uid, account.gid)
  await chmod(folder, 0o700)
  return realpath(folder)
}
