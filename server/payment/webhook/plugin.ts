import type { FastifyInstance } from 'fastify'
import type { App } from '../../platform/app.ts'
import { receiveEvent } from './receive-event.ts'

/** The largest events of the provider have some 100 kB. */
const BODY_LIMIT = 1_048_576

/** `POST /api/payment/webhook`: not an operation, because it needs the bytes of the body. */
export async function webhookPlugin(whole: FastifyInstance, app: App): Promise<void> {
  await whole.register(async (http) => {
    http.removeAllContentTypeParsers()
    http.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    http.post('/api/payment/webhook', { bodyLimit: BODY_LIMIT }, async (request) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const signature = request.headers['stripe-signature']
      await receiveEvent(app, body, typeof signature === 'string' ? signature : '')
      return { received: true }
    })
  })
}
