// Limits for long answers to slow readers. Each answer holds memory, so a client must read steadily, and an account may
// have only a few at the same time. Media is exempt: a paused player reads nothing and keeps its connection.
import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { FairQueue } from '../fair-queue.ts'

/** Checks per limit: a stalled answer is ended after the limit plus at most a quarter of it. */
const CHECKS = 4

/** Destroys the connection when bytes are waiting and the client has read none for `seconds`. */
export function endStalledAnswer(response: ServerResponse, seconds: number): void {
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

/** A browser opens six connections to a server: enough for two browsers, or some slow tabs. */
export const MAX_ANSWERS_PER_ACCOUNT = 12

/** Used without waiting: answers in progress already hold the data that they have read. */
const answersInProgress = new FairQueue({
  width: Infinity,
  widthPerWorkspace: Infinity,
  perAccount: MAX_ANSWERS_PER_ACCOUNT,
  perWorkspace: Infinity,
  waiting: 0,
})

/** Counts a long answer until its connection has sent it. Refuses with 429 beyond the limit of the account. */
export function takeAnswerSlot({ request: { actor }, raw }: FastifyReply): void {
  if (!actor) return
  const end = answersInProgress.takeNow({ accountId: actor.id, workspaceId: actor.workspaceId })
  if (raw.closed || raw.destroyed) end()
  else raw.once('close', end)
}
