import type { Access } from '@kaiwa/contract/operation.ts'
import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import type { Authenticate } from '../domain.ts'
import { Refusal } from '../refusal.ts'
import type { Actor } from './actor.ts'

/** Default authentication while no domain provides one: no caller is signed in. */
export const nobody: Authenticate = async () => null

/**
 * Returns the caller if the access level allows the call; refuses otherwise. A public call ignores invalid credentials.
 */
export const admit = async (
  access: Access,
  authenticate: Authenticate,
  request: FastifyRequest,
  app: App,
): Promise<Actor | null> => {
  if (access === 'public')
    return authenticate(request, app).catch((error: unknown) => {
      if (error instanceof Refusal) return null
      throw error
    })
  const actor = await authenticate(request, app)
  if (!actor) throw new Refusal('E_NO_ACCESS_TOKEN')
  if (access === 'operator' && !actor.isOperator) throw new Refusal('E_FORBIDDEN', { reason: 'operator' })
  return actor
}
