import type { FastifyInstance } from 'fastify'
import type { Domain } from '../platform/domain.ts'
import type { OpenApp } from '../platform/open-app.ts'

export interface Running {
  stop: () => Promise<void>
}

/** Context of a role: the opened app, all domains, and the web server of the process. */
export type RoleContext = OpenApp & { domains: readonly Domain[]; http: FastifyInstance }
