// The program bundled in one file, which starts in half the time. tools/bundle-program.ts writes it. It is used only
// while size and modification time of all its sources, and of its own files, are unchanged; otherwise the sources are run.
// Not TypeScript, for the reason given in main.mjs.
import { readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const bundleFolder = fileURLToPath(new URL('.cache/program/', import.meta.url))
/** Also threads run the sources. Emptied with each new bundle. */
export const compiledSources = fileURLToPath(new URL('../.cache/compiled', import.meta.url))
export const root = fileURLToPath(new URL('..', import.meta.url))

export const nodeMajor = process.versions.node.split('.')[0] ?? ''

/** Compiled code of a bundle lies in its own folder and is deleted with it. */
export function compiledFolder(bundle) {
  return bundle === undefined ? compiledSources : join(dirname(bundle), 'compiled')
}

export function stateOf(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && `${found.size} ${found.mtimeMs}`
}

export function findBundle(folder = bundleFolder) {
  const record = readRecord(folder)
  if (record?.node !== nodeMajor || record.root !== root) return undefined
  const isCurrent = Object.entries(record.sources).every(([path, state]) => stateOf(resolve(root, path)) === state)
  return isCurrent ? join(folder, record.entry) : undefined
}

function readRecord(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, 'record.json'), 'utf8'))
  } catch {
    return undefined
  }
}
