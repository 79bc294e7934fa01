// The program as one file, which starts in half the time. tools/bundle-program.ts writes it; it counts only while every
// source that went into it is as it was, judged by size and time as make does: a changed file means the sources are run.
import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Beside the server's own packages, so that what is not bundled is found as from the sources. */
export const bundleFolder = fileURLToPath(new URL('.cache/program/', import.meta.url))
export const root = fileURLToPath(new URL('..', import.meta.url))

export type BundleRecord = {
  /** Path of the file to run, from the bundle's folder. */
  entry: string
  /** The major version of Node that it was written for. */
  node: string
  /** Where the sources lay: their addresses stand in the bundle. */
  root: string
  /** State of each source by its path from the root. */
  sources: Record<string, string>
}

export const nodeMajor = process.versions.node.split('.')[0] ?? ''

/** What changes when a file does; undefined where there is none. */
export const stateOf = (path: string): string | undefined => {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && `${found.size} ${found.mtimeMs}`
}

/** The file to run, or undefined when there is no bundle of just these sources. */
export const findBundle = (folder = bundleFolder): string | undefined => {
  const record = readRecord(folder)
  if (record?.node !== nodeMajor || record.root !== root) return undefined
  const isCurrent = Object.entries(record.sources).every(([path, state]) => stateOf(resolve(root, path)) === state)
  return isCurrent ? join(folder, record.entry) : undefined
}

const readRecord = (folder: string): BundleRecord | undefined => {
  try {
    return JSON.parse(readFileSync(join(folder, 'record.json'), 'utf8')) as BundleRecord
  } catch {
    return undefined
  }
}
