// The files whose language banner a person closed in this browser.
const KEPT = 200

function keyOf(userId: number): string {
  return `kaiwa.language-banner.${userId}`
}

function read(userId: number): number[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'number') : []
  } catch {
    return []
  }
}

export function isDismissed(userId: number, fileId: number): boolean {
  return read(userId).includes(fileId)
}

/** Remembers the last 200 files. */
export function rememberDismissed(userId: number, fileId: number): void {
  const ids = [fileId, ...read(userId).filter((id) => id !== fileId)].slice(0, KEPT)
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(ids))
  } catch {
    // The banner appears again on the next visit.
  }
}
