// The program bundled in one file, which starts in half the time. tools/bundle-program.ts writes it. It is used only
// while size and modification time of all its sources are unchanged; otherwise the sources are run.
import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** In the server's folder, so that unbundled packages are resolved as from the sources. */
export const bundleFolder = fileURLToPath(new URL('.cache/program/', import.meta.url))
export const root = fileURLToPath(new URL('..', import.meta.url))

export interface BundleRecord {
  /** Path of the file to run, relative to the bundle's folder. */
  entry: string
  /** Major version of Node that it was built for. */
  node: string
  /** Root folder of the sources: the bundle contains absolute paths. */
  root: string
  /** State of each source by its path relative to the root. */
  sources: Record<string, string>
}

export const nodeMajor = process.versions.node.split('.')[0] ?? ''

/** Size and modification time of a file; undefined if it does not exist. */
export function stateOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && `${found.size} ${found.mtimeMs}`
}

/** The file to run, or undefined without a bundle of the current sources. */
export function findBundle(folder = bundleFolder): string | undefined {
  const record = readRecord(folder)
  if (record?.node !== nodeMajor || record.root !== root) return undefined
  const isCurrent = Object.entries(record.sources).every(([path, state]) => stateOf(resolve(root, path)) === state)
  return isCurrent ? join(folder, record.entry) : undefined
}

function readRecord(folder: string): BundleRecord | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'record.json'), 'utf8')) as BundleRecord
  } catch {
    return undefined
  }
}
