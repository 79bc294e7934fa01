import type { FastifyRequest } from 'fastify'
import type { App } from '../../platform/app.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { Authenticate } from '../../platform/domain.ts'
import { SESSION_COOKIE } from '../../platform/http/actor.ts'
import { bearerOf } from '../../platform/http/bearer.ts'
import { cookieName } from '../../platform/http/cookies.ts'
import { Refusal } from '../../platform/refusal.ts'
import { acceptedLocale } from '../../platform/http/accepted-locale.ts'
import type { Actor } from '../actor.ts'
import { extendSession } from '../store/sessions.ts'
import { findActingSession } from '../store/actors.ts'
import { hashToken } from '../tokens.ts'

type SessionRow = NonNullable<Awaited<ReturnType<typeof findActingSession>>>

function actorOf(row: SessionRow): Actor {
  return {
    id: row.id,
    isOperator: row.is_operator,
    lacksTwoFactor: row.lacks_two_factor,
    sessionId: row.session_id,
    workspaceId: row.workspace_id,
    workspaceRole: row.workspace_id === null ? null : row.role_id,
    locale: row.locale,
  }
}

/** The token of a request. A bearer token has priority, so that a client never acts by a cookie that it did not set. */
function tokenOf(request: FastifyRequest, { config }: App): string | null {
  return bearerOf(request.headers) ?? (request.cookies[cookieName(config, SESSION_COOKIE)] || null)
}

/** Finds the caller by the session token, in one query. Refuses an unknown or expired token and a disabled user. */
export const authenticate: Authenticate = async (request: FastifyRequest, app: App) => {
  const token = tokenOf(request, app)
  if (token === null) return null
  const row = await findActingSession(app.db, { hash: hashToken(token) })
  if (!row) throw new Refusal('E_INVALID_ACCESS_TOKEN')
  if (row.is_disabled) throw new Refusal('E_USER_DISABLED')
  if (row.is_stale) await extendSession(app.db, row.session_id, row.remember)
  return { ...actorOf(row), locale: acceptedLocale(request.headers['accept-language']) ?? row.locale }
}

/** The actor of a session id, for example of a media grant; null if the session has ended or the user is disabled. The
 * language is that of the account. */
export async function actorOfSession(db: Db | Trx, sessionId: number): Promise<Actor | null> {
  const row = await findActingSession(db, { id: sessionId })
  return row && !row.is_disabled ? actorOf(row) : null
}
