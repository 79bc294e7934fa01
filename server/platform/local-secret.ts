import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

function readSecret(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim() || null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/**
 * The secret of a local installation: created at the first start and stored in the data folder, readable only by its
 * owner.
 */
export function localSecret(dataFolder: string): string {
  const path = join(dataFolder, 'secret')
  const known = readSecret(path)
  if (known) return known
  mkdirSync(dataFolder, { recursive: true })
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
  try {
    // If two processes start at the same time, the first link wins and both use its secret.
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    // An empty file: the machine lost power before it was written.
    if (readSecret(path) === null) renameSync(draft, path)
  } finally {
    rmSync(draft, { force: true })
  }
  return readSecret(path) ?? localSecret(dataFolder)
}
