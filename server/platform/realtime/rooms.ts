// The sockets of this node by channel.
import { frameOf, type Socket } from './socket.ts'

export interface Rooms {
  join: (channel: string, socket: Socket) => void
  leave: (channel: string, socket: Socket) => void
  /** Sends a message to the sockets of the channel, and returns their number. Without any, the message is not made. */
  send: (channel: string, makeMessage: () => object) => number
}

export function openRooms(): Rooms {
  const rooms = new Map<string, Set<Socket>>()
  return {
    join: (channel, socket) => {
      const room = rooms.get(channel)
      if (room) room.add(socket)
      else rooms.set(channel, new Set([socket]))
    },
    leave: (channel, socket) => {
      const room = rooms.get(channel)
      room?.delete(socket)
      if (room?.size === 0) rooms.delete(channel)
    },
    send: (channel, makeMessage) => {
      const room = rooms.get(channel)
      if (!room) return 0
      const frame = frameOf(JSON.stringify(makeMessage()))
      for (const socket of room) socket.sendFrame(frame)
      return room.size
    },
  }
}
