import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../../platform/app.ts'
import { receiveEvent } from './receive-event.ts'

/** The largest events of the provider have some 100 kB. */
const BODY_LIMIT = 1_048_576

/** `POST /api/payment/webhook`: not an operation, because it needs the bytes of the body. */
export async function webhookPlugin(whole: FastifyInstance, app: App): Promise<void> {
  await whole.register(async (http) => {
    http.removeAllContentTypeParsers()
    http.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    const receive = async ({ body, headers }: FastifyRequest) => {
      const signature = headers['stripe-signature']
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      await receiveEvent(app, bytes, typeof signature === 'string' ? signature : '')
      return { received: true }
    }
    http.post('/api/payment/webhook', { bodyLimit: BODY_LIMIT }, receive)
  })
}
