// The folders into which this browser uploaded last, for the folder choice of the home.
const KEY = 'kaiwa.upload-folders'
const KEPT = 5

/** Ids of folders, last used first. */
export function lastFolders(): number[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'number') : []
  } catch {
    return []
  }
}

export function rememberFolder(id: number): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([id, ...lastFolders().filter((one) => one !== id)].slice(0, KEPT)))
  } catch {
    // The choice then begins with the first folder.
  }
}
