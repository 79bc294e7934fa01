// The folders into which this browser uploaded last, for the folder choice of the home.
import { localStore } from '../platform/browser-storage.ts'

const KEY = 'kaiwa.upload-folders'
const KEPT = 5

/** Ids of folders, last used first. */
export function lastFolders(): number[] {
  const stored = localStore.readJson(KEY)
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'number') : []
}

export function rememberFolder(id: number): void {
  localStore.write(KEY, JSON.stringify([id, ...lastFolders().filter((one) => one !== id)].slice(0, KEPT)))
}
