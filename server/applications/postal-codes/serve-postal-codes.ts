import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../platform/refusal.ts'
import { postalCodesOf } from './list-postal-codes.ts'

interface PostalCodeRoute {
  Params: { file: string }
}

/** Serves `/postal-codes/{three digits}.json`. The data changes with releases only. */
export function postalCodePlugin(http: FastifyInstance): void {
  http.get<PostalCodeRoute>('/postal-codes/:file', async (request, reply) => {
    const [, prefix] = /^([0-9]{3})\.json$/.exec(request.params.file) ?? []
    if (!prefix) throw new Refusal('E_NOT_FOUND')
    void reply.type('application/json; charset=utf-8').header('cache-control', 'public, max-age=604800')
    return reply.send(await postalCodesOf(prefix))
  })
}
