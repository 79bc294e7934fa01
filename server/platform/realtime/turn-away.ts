import type { Duplex } from 'node:stream'

/** Answers an upgrade with this status and closes its connection. */
export const turnAway = (duplex: Duplex, status: string): void => {
  // Node has taken its own listener off: a connection that breaks here would end the process.
  duplex.on('error', () => duplex.destroy())
  // A peer that keeps its half open is not waited for.
  duplex.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => duplex.destroy())
}
