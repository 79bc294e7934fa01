import type { Duplex } from 'node:stream'

/** Answers an upgrade with this status and closes its connection. */
export const turnAway = (duplex: Duplex, status: string): void => {
  // Node has removed its own error listener: without this one, a connection reset would end the process.
  duplex.on('error', () => duplex.destroy())
  // Do not wait for a peer that keeps its half of the connection open.
  duplex.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => duplex.destroy())
}
