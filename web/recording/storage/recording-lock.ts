// A lock of the browser gives a recording to one tab. It ends with the tab, even if the tab is killed.
const PREFIX = 'kaiwa-recording:'

/** Takes the lock; null if it is taken. Returns the function that releases it. */
export function lockRecording(uuid: string): Promise<(() => void) | null> {
  return new Promise((resolve, reject) => {
    void navigator.locks
      .request(`${PREFIX}${uuid}`, { ifAvailable: true }, async (lock) => {
        if (!lock) return resolve(null)
        const { promise: released, resolve: release } = Promise.withResolvers<void>()
        resolve(release)
        await released
      })
      .catch(reject)
  })
}

/** Uuids of the recordings that any tab has. */
export async function lockedRecordings(): Promise<Set<string>> {
  const { held = [] } = await navigator.locks.query()
  return new Set(held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [])))
}
