import type { FastifyRequest } from 'fastify'
import type { App } from '../../platform/app.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { Authenticate } from '../../platform/domain.ts'
import { SESSION_COOKIE } from '../../platform/http/actor.ts'
import { bearerOf } from '../../platform/http/bearer.ts'
import { cookieName } from '../../platform/http/cookies.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Actor } from '../actor.ts'
import { extendSession, findSession } from '../store.ts'
import { hashToken } from '../tokens.ts'

type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>

const actorOf = (row: SessionRow): Actor => ({
  id: row.id,
  isOperator: row.is_operator,
  sessionId: row.session_id,
  workspaceId: row.workspace_id,
  workspaceRole: row.workspace_id === null ? null : row.role_id,
})

/** The token that a request carries: a bearer's comes first, so that a client never acts by a stray cookie. */
const tokenOf = (request: FastifyRequest, { config }: App): string | null =>
  bearerOf(request.headers) ?? (request.cookies[cookieName(config, SESSION_COOKIE)] || null)

/** The caller by session token, in one query. Refuses a token that is unknown or over, and a disabled user. */
export const authenticate: Authenticate = async (request: FastifyRequest, app: App) => {
  const token = tokenOf(request, app)
  if (token === null) return null
  const row = await findSession(app.db, { hash: hashToken(token) })
  if (!row) throw new Refusal('E_INVALID_ACCESS_TOKEN')
  if (row.is_disabled) throw new Refusal('E_USER_DISABLED')
  if (row.is_stale) await extendSession(app.db, row.session_id, row.remember)
  return actorOf(row)
}

/** Who a session belongs to, for what carries its id instead of its token (media grants); null once it has ended. */
export const actorOfSession = async (db: Db | Trx, sessionId: number): Promise<Actor | null> => {
  const row = await findSession(db, { id: sessionId })
  return row && !row.is_disabled ? actorOf(row) : null
}
