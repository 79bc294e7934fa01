// A lock of the browser gives a recording to one tab. It ends with the tab, even if the tab is killed.
const PREFIX = 'kaiwa-recording:'

/** Takes the lock; null if it is taken. The function that it returns resolves when the lock is free again. */
export async function lockRecording(uuid: string): Promise<(() => Promise<void>) | null> {
  const taken = Promise.withResolvers<boolean>()
  const released = Promise.withResolvers<void>()
  const holding = navigator.locks.request(`${PREFIX}${uuid}`, { ifAvailable: true }, async (lock) => {
    taken.resolve(lock !== null)
    if (lock) await released.promise
  })
  holding.catch(taken.reject)
  if (!(await taken.promise)) return null
  return async () => {
    released.resolve()
    await holding
  }
}

/** Uuids of the recordings that any tab has. */
export async function lockedRecordings(): Promise<Set<string>> {
  const { held = [] } = await navigator.locks.query()
  return new Set(held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [])))
}
