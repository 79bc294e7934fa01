import { createServer } from 'node:net'

// Below the range of ephemeral ports: after a crash the server must be able to use its port again.
const lowest = 15_000
const highest = 32_000

/** Returns a free port on the loopback interface. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest))
    if (await isFree(port)) return port
  }
}

function isFree(port: number) {
  return new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
