import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.mjs'
import { head, run } from './run.mjs'
import { print } from './print.mjs'

/** Installs the packages of the lockfile unless they are there already. Throws with npm's own words. */
export async function ensurePackages({ node, npm, environment }) {
  if (isInstalled(read('package-lock.json'), read('node_modules/.package-lock.json'))) return
  print('Installing packages …')
  // Not `npm ci`: it refuses a lockfile from which npm left out binaries of other platforms that its registry lacked.
  // This takes the same versions with the same checksums, and leaves the lockfile alone.
  const { code, output } = await run(node, [npm, 'install', '--no-save', '--loglevel=error'], {
    cwd: root,
    env: environment,
  })
  if (code !== 0) throw new Error(`The packages could not be installed:\n${head(output)}`)
}

/**
 * Compares the lockfile with the record that npm leaves in node_modules at the end of an install. An interrupted
 * install leaves none. Optional packages may be missing: they belong to other platforms.
 */
export function isInstalled(wanted, installed) {
  return Object.entries(wanted?.packages ?? {}).every(([path, { version, integrity, link, optional, resolved }]) => {
    if (!path.startsWith('node_modules/')) return true
    const there = installed?.packages?.[path]
    if (!there) return Boolean(optional && installed)
    return link ? there.resolved === resolved : there.version === version && there.integrity === integrity
  })
}

function read(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8'))
  } catch {
    return null
  }
}
