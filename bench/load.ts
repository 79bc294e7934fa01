// Callers that request one address repeatedly, each as soon as it has a response. They use raw sockets and minimal
// parsing, so that the server is the bottleneck.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Resolves at the end of one response. Throws unless it is a 200 with Content-Length. */
async function answerOf(socket: Socket): Promise<void> {
  let received: Buffer = Buffer.alloc(0)
  for (;;) {
    const [part] = (await once(socket, 'data')) as [Buffer]
    received = received.length === 0 ? part : Buffer.concat([received, part])
    const end = received.indexOf('\r\n\r\n')
    if (end < 0) continue
    const head = received.toString('latin1', 0, end)
    const length = /^content-length: (\d+)$/im.exec(head)?.[1]
    if (!head.startsWith('HTTP/1.1 200') || length === undefined) throw new Error(head)
    if (received.length >= end + 4 + Number(length)) return
  }
}

interface Load {
  callers: number
  milliseconds: number
  headers?: Record<string, string>
}

/** Requests per second that `url` answered. */
export async function requestsPerSecond(url: string, { callers, milliseconds, headers = {} }: Load): Promise<number> {
  const { hostname, port, pathname, host } = new URL(url)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = `GET ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n`
  const since = performance.now()
  let answered = 0
  const ask = async (): Promise<void> => {
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    while (performance.now() - since < milliseconds) {
      socket.write(request)
      await answerOf(socket)
      answered += 1
    }
    socket.destroy()
  }
  await Promise.all(Array.from({ length: callers }, ask))
  return (answered * 1000) / (performance.now() - since)
}
