// Throttles the upload bandwidth between a visitor and the server.
import type { Visitor } from './journey.ts'

/** Upload throughput in bytes per second; -1 is unlimited. */
const UPLOAD_BYTES_PER_SECOND = {
  /** A single chunk takes longer than any test. */
  stalled: 32_768,
  unlimited: -1,
} as const

export async function throttleUploads({ context, page }: Visitor) {
  const session = await context.newCDPSession(page)
  return async (speed: keyof typeof UPLOAD_BYTES_PER_SECOND): Promise<void> => {
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: UPLOAD_BYTES_PER_SECOND[speed],
    })
  }
}
