import { randomBytes } from 'node:crypto'
import { execFile } from 'node:child_process'
import { chown, link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { utf8Environment, utf8Locale } from '@kaiwa/processes/utf8-environment.ts'
import { type Account, idsOf } from './account.ts'
import type { DataPaths } from './data-paths.ts'

const run = promisify(execFile)

/** Name of both the superuser and the database. */
export const databaseName = 'kaiwa'

/**
 * Creates the cluster on the first start, under a temporary name until it is complete. Returns the superuser's
 * password.
 */
export async function openCluster(paths: DataPaths, binaries: string, account: Account | null): Promise<string> {
  const password = await openPassword(paths.password, account)
  if (await stat(paths.cluster).catch(() => null)) return password
  const half = join(paths.folder, `cluster.${process.pid}.${randomBytes(4).toString('hex')}`)
  try {
    await run(
      join(binaries, 'bin/initdb'),
      [
        `--pgdata=${half}`,
        `--username=${databaseName}`,
        `--pwfile=${paths.password}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        ...locale(),
      ],
      { ...idsOf(account), cwd: paths.folder, env: cleanEnvironment() },
    )
    await rename(half, paths.cluster).catch((error: NodeJS.ErrnoException) => {
      // Another start was faster; its cluster has the same password.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(half, { recursive: true, force: true })
  }
  return password
}

// With the plain C locale Japanese characters are not letters, and trigrams are empty. The C library of macOS has no
// C.UTF-8.
function locale() {
  return process.platform === 'darwin'
    ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', `--locale=${utf8Locale()}`]
    : [`--locale=${utf8Locale()}`]
}

// Linked into place when complete, so that two concurrent first starts read the same password.
async function openPassword(file: string, account: Account | null): Promise<string> {
  const known = await readFile(file, 'utf8').catch(() => '')
  if (known) return known
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  await writeFile(draft, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true })
  if (account) await chown(draft, account.uid, account.gid)
  await link(draft, file).catch(async () => {
    // An empty file: the machine lost power before it was written.
    if ((await readFile(file, 'utf8')) === '') await rename(draft, file)
  })
  await rm(draft, { force: true })
  return readFile(file, 'utf8')
}

/**
 * Environment of PostgreSQL's programs: a UTF-8 locale, without inherited variables that configure them (PGDATA,
 * PGPORT, LC_*).
 */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  return utf8Environment({ PATH: process.env.PATH ?? '/usr/bin:/bin', TZ: 'UTC' })
}
