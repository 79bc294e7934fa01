// localStorage and sessionStorage. They may be forbidden or full, or contain values of another program; nothing here throws. A
// value that cannot be stored is kept in memory until the page is closed.

export interface BrowserStorage {
  /** Null without a value. */
  read: (key: string) => string | null
  /** The value as JSON; null without one, or if it is something else. */
  readJson: (key: string) => unknown
  /** Null removes the value. */
  write: (key: string, value: string | null) => void
}

/** `open` throws where storage is forbidden. */
export function storageOf(open: () => Storage): BrowserStorage {
  const unstored = new Map<string, string | null>()
  const read = (key: string): string | null => {
    const kept = unstored.get(key)
    if (kept !== undefined) return kept
    try {
      return open().getItem(key)
    } catch {
      return null
    }
  }
  return {
    read,
    readJson: (key) => {
      try {
        return JSON.parse(read(key) ?? 'null')
      } catch {
        return null
      }
    },
    write: (key, value) => {
      try {
        if (value === null) open().removeItem(key)
        else open().setItem(key, value)
        unstored.delete(key)
      } catch {
        unstored.set(key, value)
      }
    },
  }
}

/** Of this browser. */
export const localStore = storageOf(() => localStorage)

/** Of this tab. */
export const tabStore = storageOf(() => sessionStorage)
