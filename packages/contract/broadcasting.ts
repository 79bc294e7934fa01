import * as z from 'zod'
import { operation } from './operation.ts'

const socketId = z
  .string()
  .max(41)
  .regex(/^\d{1,20}\.\d{1,20}$/)

/** Authorises a socket of the realtime service for a private channel. The protocol defines the shapes. */
export const authoriseChannel = operation({
  name: 'authoriseChannel',
  method: 'POST',
  path: '/broadcasting/auth',
  access: 'session',
  body: z.object({ socket_id: socketId, channel_name: z.string().min(1).max(164) }),
  response: z.object({ auth: z.string(), channel_data: z.string().optional() }),
  errors: ['E_FORBIDDEN'],
})

/**
 * Authenticates the user of a socket at a hosted service, so that the socket can be closed when rights change. Called
 * by the page; the Pusher protocol defines the shapes. The program's own realtime endpoint does not need it.
 */
export const authenticateSocket = operation({
  name: 'authenticateSocket',
  method: 'POST',
  path: '/broadcasting/user-auth',
  access: 'session',
  body: z.object({ socket_id: socketId }),
  response: z.object({ auth: z.string(), user_data: z.string() }),
  errors: ['E_NOT_FOUND'],
})
