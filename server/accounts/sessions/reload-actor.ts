import type { Db, Trx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Actor } from '../actor.ts'
import { actorOfSession } from './authenticate.ts'
import { lockUser } from '../lock-user.ts'

/**
 * Reads the caller's session and workspace role again. Call it after a lock that the request may have waited for. Refuses
 * with E_INVALID_ACCESS_TOKEN when the session has ended.
 */
export async function reloadActor(
  trx: Db | Trx,
  { sessionId, locale }: Pick<Actor, 'sessionId' | 'locale'>,
): Promise<Actor> {
  const actor = await actorOfSession(trx, sessionId)
  if (!actor) throw new Refusal('E_INVALID_ACCESS_TOKEN')
  return { ...actor, locale }
}

/**
 * Locks the caller's user row until commit. A change of the password ends or renews every session under the same lock, so
 * a proof that was checked before the transaction still counts when the session is unchanged. Refuses with
 * E_INVALID_ACCESS_TOKEN otherwise.
 */
export async function lockActor(trx: Trx, actor: Pick<Actor, 'id' | 'sessionId' | 'locale'>): Promise<void> {
  await lockUser(trx, actor.id)
  await reloadActor(trx, actor)
}
