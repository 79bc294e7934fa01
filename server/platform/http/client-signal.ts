import type { FastifyReply } from 'fastify'
import { Refusal } from '../refusal.ts'

/** The client closed its connection before the answer, so this refusal is never received. */
export class ClientLeft extends Refusal {
  override name = 'ClientLeft'

  constructor() {
    super('E_UNAVAILABLE')
  }
}

/**
 * Aborts with ClientLeft when the connection closes before the answer has been sent. Fastify's `request.signal` follows
 * the request, which closes as soon as its body has been read.
 */
export function clientSignal({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const leaving = new AbortController()
  const onClose = (): void => {
    if (!raw.writableFinished) leaving.abort(new ClientLeft())
  }
  if (raw.closed || raw.destroyed) onClose()
  else raw.once('close', onClose)
  return leaving.signal
}
