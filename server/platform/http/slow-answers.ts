// Long answers to slow readers. Each holds memory, so a client must take bytes steadily, and an account may have few of them
// under way. Media is not included: a player that is paused takes nothing and keeps its connection.
import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { FairQueue } from '../fair-queue.ts'

/** Checks per limit: a stalled answer is ended after the limit and at most a quarter of it more. */
const CHECKS = 4

/** Destroys the connection when bytes wait and the client has taken none for `seconds`. */
export const endStalledAnswer = (response: ServerResponse, seconds: number): void => {
  const { socket } = response
  if (!socket) return
  let taken = -1
  let stalledChecks = 0
  const check = (): void => {
    const now = socket.bytesWritten - socket.writableLength
    const isStalled = now === taken && socket.writableLength > 0
    stalledChecks = isStalled ? stalledChecks + 1 : 0
    taken = now
    if (stalledChecks >= CHECKS) socket.destroy()
  }
  const timer = setInterval(check, (seconds * 1000) / CHECKS).unref()
  response.once('close', () => clearInterval(timer))
}

/** A browser has six connections to a server; two browsers and some tabs that are slow. */
export const MAX_ANSWERS_PER_ACCOUNT = 12

/** Never waits: answers that are under way hold what they have read. */
const underWay = new FairQueue({
  width: Infinity,
  widthPerWorkspace: Infinity,
  perAccount: MAX_ANSWERS_PER_ACCOUNT,
  perWorkspace: Infinity,
  waiting: 0,
})

/** Counts a long answer until its connection has taken it. Refuses with 429 beyond the limit of the account. */
export const takeAnswerSlot = ({ request: { actor }, raw }: FastifyReply): void => {
  if (!actor) return
  const end = underWay.takeNow({ accountId: actor.id, workspaceId: actor.workspaceId })
  if (raw.closed || raw.destroyed) end()
  else raw.once('close', end)
}
