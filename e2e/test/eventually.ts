// Polls for conditions outside the page, where Playwright locators cannot wait.
const TIMEOUT_MS = 20_000
const PAUSE_MS = 50

/** Calls `check` until it returns a value other than null, false or undefined. Throws after 20 s, naming `what`. */
export async function eventually<T>(what: string, check: () => Promise<T | null | false | undefined>): Promise<T> {
  const end = Date.now() + TIMEOUT_MS
  for (;;) {
    const found = await check()
    if (found !== null && found !== false && found !== undefined) return found
    if (Date.now() > end) throw new Error(`Waited in vain for ${what}`)
    await new Promise((resolve) => {
      setTimeout(resolve, PAUSE_MS)
    })
  }
}
