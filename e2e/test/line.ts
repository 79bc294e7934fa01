// Throttles the upload bandwidth between a visitor and the server.
import type { Visitor } from './journey.ts'

/** Upload throughput in bytes per second; -1 is unlimited. */
const LINE = {
  /** An upload of several chunks takes some seconds. */
  slow: 3 * 1_048_576,
  /** A single chunk takes longer than any test. */
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
