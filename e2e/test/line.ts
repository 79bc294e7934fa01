// The line between a visitor and the program, as slow as a journey needs it.
import type { Visitor } from './journey.ts'

/** Bytes a second that a page may send. */
const LINE = {
  /** A recording of some chunks takes seconds. */
  slow: 3 * 1_048_576,
  /** What is on its way takes longer than any test. */
  allButStanding: 32_768,
  open: -1,
} as const

export const openLine = async ({ context, page }: Visitor) => {
  const session = await context.newCDPSession(page)
  return async (speed: keyof typeof LINE): Promise<void> => {
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: LINE[speed],
    })
  }
}
