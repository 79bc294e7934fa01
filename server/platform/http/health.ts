import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { App } from '../app.ts'
import { isSame } from '../realtime/pusher-signature.ts'
import { isFromHere } from './loopback.ts'

const TIMEOUT_MS = 2_000

async function answersInTime(check: Promise<unknown>): Promise<boolean> {
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('too slow')), TIMEOUT_MS).unref()
  })
  return Promise.race([check, timeout]).then(
    () => true,
    () => false,
  )
}

/** Required services, and whether each answers within two seconds. */
export async function readiness({ db, jobs, storage }: Pick<App, 'db' | 'jobs' | 'storage'>) {
  const [database, queue, files] = await Promise.all([
    answersInTime(sql`select 1`.execute(db)),
    answersInTime(jobs.check()),
    answersInTime(storage.check()),
  ])
  return { database, queue, storage: files }
}

function mayReadMetrics({ config }: App, request: FastifyRequest): boolean {
  return config.metricsToken === undefined
    ? config.mode === 'local' && isFromHere(request)
    : isSame(request.headers.authorization ?? '', `Bearer ${config.metricsToken}`)
}

/** `/healthz`: the process answers. `/readyz`: database, queue and storage answer. `/metrics`: Prometheus metrics. */
export function registerHealth(http: FastifyInstance, app: App): void {
  http.get('/healthz', () => ({ status: 'ok' }))
  http.get('/readyz', async (_request, reply) => {
    const parts = await readiness(app)
    const isReady = Object.values(parts).every(Boolean)
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'unavailable', ...parts })
  })
  http.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(app, request)) return reply.callNotFound()
    const counts = await app.jobs.counts()
    for (const [job, states] of Object.entries(counts))
      for (const [state, value] of Object.entries(states)) app.metrics.queue.set({ job, state }, value)
    return reply.type(app.metrics.registry.contentType).send(await app.metrics.registry.metrics())
  })
}
