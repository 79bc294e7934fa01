// The files whose language banner a person closed in this browser.
import { localStore } from '../platform/browser-storage.ts'

const KEPT = 200

function keyOf(userId: number): string {
  return `kaiwa.language-banner.${userId}`
}

function read(userId: number): number[] {
  const stored = localStore.readJson(keyOf(userId))
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'number') : []
}

export function isDismissed(userId: number, fileId: number): boolean {
  return read(userId).includes(fileId)
}

/** Remembers the last 200 files. */
export function rememberDismissed(userId: number, fileId: number): void {
  const ids = [fileId, ...read(userId).filter((id) => id !== fileId)].slice(0, KEPT)
  localStore.write(keyOf(userId), JSON.stringify(ids))
}
