// The SQL of states: started connects whose answer has not arrived. Only the hash of a state is stored.
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'

const STATE_MINUTES = 10

export interface NewState {
  state_hash: Buffer
  workspace_id: number
  user_id: number
  session_id: number
  redirect_uri: string
  is_app: boolean
}

export async function deleteExpiredStates(db: Db): Promise<void> {
  await db
    .deleteFrom('crm_oauth_states')
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute()
}

export async function insertState(db: Db, state: NewState): Promise<void> {
  await db
    .insertInto('crm_oauth_states')
    .values({ ...state, expires_at: sql<Date>`now() + make_interval(mins => ${STATE_MINUTES})` })
    .execute()
}

/** Deletes the state if it is unexpired and was made for exactly this; returns true to one of several callers. */
export async function claimState(db: Db, state: Omit<NewState, 'is_app'>): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('crm_oauth_states')
    .where('state_hash', '=', state.state_hash)
    .where('workspace_id', '=', state.workspace_id)
    .where('user_id', '=', state.user_id)
    .where('session_id', '=', state.session_id)
    .where('redirect_uri', '=', state.redirect_uri)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Whether the installed app has started this connect; undefined for an unknown or expired state. */
export async function findOrigin(db: Db, stateHash: Buffer): Promise<{ is_app: boolean } | undefined> {
  return db
    .selectFrom('crm_oauth_states')
    .select('is_app')
    .where('state_hash', '=', stateHash)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst()
}
