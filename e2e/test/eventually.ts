// What happens outside of the page has no locator to wait with.
const PATIENCE_MS = 20_000
const PAUSE_MS = 50

/** The first answer that is not null, false or undefined. Throws when `what` has not come within 20 seconds. */
export const eventually = async <T>(what: string, look: () => Promise<T | null | false | undefined>): Promise<T> => {
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    const found = await look()
    if (found !== null && found !== false && found !== undefined) return found
    if (Date.now() > end) throw new Error(`Waited in vain for ${what}`)
    await new Promise((resolve) => {
      setTimeout(resolve, PAUSE_MS)
    })
  }
}
