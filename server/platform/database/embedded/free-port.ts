import { createServer } from 'node:net'

// Below the ports that systems hand out to outgoing connections: a server that comes back after a crash must find its
// port as it left it.
const lowest = 15_000
const highest = 32_000

/** A port of the loopback that nobody listens on. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest))
    if (await isFree(port)) return port
  }
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
