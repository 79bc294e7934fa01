// Opens many sockets that receive messages and ignore them, until their process ends or the server closes them.

import { once } from 'node:events'
import { WebSocket } from 'ws'

/** The reply of a socket to a message; null for none. */
type Answer = (message: string) => Promise<string | null>

interface Subscription {
  answer: Answer
  /** Pattern of the message that confirms the subscription. */
  confirmation: RegExp
}

/** Subscribes to a private channel with the authorisation that `grant` returns for a socket id. */
export function channelSubscription(channel: string, grant: (socketId: string) => Promise<object>): Subscription {
  return {
    confirmation: /subscription_succeeded/,
    async answer(message) {
      const { event, data } = JSON.parse(message) as { event: string; data: string }
      if (event !== 'pusher:connection_established') return null
      const { socket_id: id } = JSON.parse(data) as { socket_id: string }
      return JSON.stringify({ event: 'pusher:subscribe', data: { channel, ...(await grant(id)) } })
    },
  }
}

/**
 * Opens `count` sockets, a few at a time. Resolves when each is open or, with `enter`, has received its confirmation.
 */
export async function openSockets(count: number, url: string, enter?: Subscription): Promise<void> {
  const openOne = async () => {
    const socket = new WebSocket(url)
    if (!enter) return once(socket, 'open')
    return new Promise<void>((resolve, reject) => {
      socket.on('error', reject)
      const listen = (data: Buffer) => {
        const message = data.toString()
        if (enter.confirmation.test(message)) {
          socket.off('message', listen)
          resolve()
        } else enter.answer(message).then((reply) => reply !== null && socket.send(reply), reject)
      }
      socket.on('message', listen)
    })
  }
  for (let opened = 0; opened < count; opened += 20)
    await Promise.all(Array.from({ length: Math.min(20, count - opened) }, openOne))
}
