// Many open sockets that hear what is said and do nothing about it, until their process ends or the server closes them.

import { once } from 'node:events'
import { WebSocket } from 'ws'

/** What a socket says to a message; null: nothing. */
type Answer = (message: string) => Promise<string | null>

interface Entrance {
  answer: Answer
  /** What says that it is in. */
  heard: RegExp
}

/** Enters a private channel by what `grant` answers for a socket's id. */
export const enterChannel = (channel: string, grant: (socketId: string) => Promise<object>): Entrance => ({
  heard: /subscription_succeeded/,
  async answer(message) {
    const { event, data } = JSON.parse(message) as { event: string; data: string }
    if (event !== 'pusher:connection_established') return null
    const { socket_id: id } = JSON.parse(data) as { socket_id: string }
    return JSON.stringify({ event: 'pusher:subscribe', data: { channel, ...(await grant(id)) } })
  },
})

/** Opens so many, a few at a time; resolves when each is open or, where it has something to say first, has heard `heard`. */
export async function openSockets(count: number, url: string, enter?: Entrance): Promise<void> {
  const openOne = async () => {
    const socket = new WebSocket(url)
    if (!enter) return once(socket, 'open')
    return new Promise<void>((resolve, reject) => {
      socket.on('error', reject)
      const listen = (data: Buffer) => {
        const message = data.toString()
        if (enter.heard.test(message)) {
          socket.off('message', listen)
          resolve()
        } else enter.answer(message).then((said) => said !== null && socket.send(said), reject)
      }
      socket.on('message', listen)
    })
  }
  for (let opened = 0; opened < count; opened += 20)
    await Promise.all(Array.from({ length: Math.min(20, count - opened) }, openOne))
}
