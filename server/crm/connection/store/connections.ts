// The SQL of connections. Times are those of the database. A write that follows a call of HubSpot names the version that it
// read: after a connect, refresh or disconnect in between it changes nothing.
import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/database.ts'
import type { EncryptedTokens } from '../token-encryption.ts'

export type Problem = 'revoked' | 'scopes'

/** An access token that expires this soon is refreshed before it is used. */
const EXPIRY_MARGIN_SECONDS = 30

export interface NewConnection extends EncryptedTokens {
  workspace_id: number
  portal_id: string
  portal_name: string | null
  time_zone: string
  currency: string | null
  scopes: string[]
  connected_by: number
}

function expiry(expiresIn: number) {
  return sql<Date>`now() + make_interval(secs => ${expiresIn})`
}

export interface ConnectionRow extends EncryptedTokens {
  workspace_id: number
  portal_id: string
  portal_name: string | null
  time_zone: string
  currency: string | null
  version: number
  problem: string | null
  connected_by: number | null
  connected_at: Date
  is_expired: boolean
}

/** Plain SQL, because each call to HubSpot runs it: kysely's query builder takes as long as the statement. */
export const connectionColumns = sql`workspace_id, portal_id, portal_name, time_zone, currency, access_token, refresh_token,
  key_id, version, problem, connected_by, connected_at,
  access_expires_at <= clock_timestamp() + make_interval(secs => ${sql.lit(EXPIRY_MARGIN_SECONDS)}) as is_expired`

export async function findConnection(db: Db | Trx, workspaceId: number): Promise<ConnectionRow | undefined> {
  const { rows } = await sql<ConnectionRow>`
    select ${connectionColumns} from crm_connections where workspace_id = ${workspaceId}`.execute(db)
  return rows[0]
}

/** The portal of the workspace if it has not refused its tokens, and they were encrypted with one of the keys. */
export async function findPortalOfKeys(
  db: Db | Trx,
  workspaceId: number,
  keyIds: readonly string[],
): Promise<string | null> {
  const { rows } = await sql<{ portal_id: string }>`
    select portal_id from crm_connections
    where workspace_id = ${workspaceId} and problem is null and key_id = any(${[...keyIds]}::text[])`.execute(db)
  return rows[0]?.portal_id ?? null
}

/** The connections of a portal with their encrypted tokens. */
export function listConnectionsOfPortal(db: Db, portalId: string) {
  return db
    .selectFrom('crm_connections')
    .select(['workspace_id', 'access_token', 'refresh_token', 'key_id'])
    .where('portal_id', '=', portalId)
    .execute()
}

/** Updates time zone, currency and name of the portal. */
export async function setAccount(
  db: Db,
  { workspace_id, portal_id }: Pick<ConnectionRow, 'workspace_id' | 'portal_id'>,
  account: { portal_name: string | null; time_zone: string; currency: string | null },
): Promise<void> {
  await db
    .updateTable('crm_connections')
    .set(account)
    .where('workspace_id', '=', workspace_id)
    .where('portal_id', '=', portal_id)
    .execute()
}

/**
 * Replaces a connection with a problem, and with it the cache of its portal. Returns the tokens of the former one. The caller
 * has locked the workspace.
 */
export async function replaceConnection(trx: Trx, row: NewConnection, expiresIn: number) {
  const former = await deleteConnection(trx, row.workspace_id)
  await trx
    .insertInto('crm_connections')
    .values({ ...row, access_expires_at: expiry(expiresIn) })
    .execute()
  return former
}

export function deleteConnection(trx: Trx, workspaceId: number) {
  return trx
    .deleteFrom('crm_connections')
    .where('workspace_id', '=', workspaceId)
    .returning(['portal_id', 'access_token', 'refresh_token', 'key_id'])
    .executeTakeFirst()
}

/** Connections of workspaces that were closed after all people left them. */
export function deleteConnectionsOfClosed(db: Db) {
  return db
    .deleteFrom('crm_connections')
    .using('workspaces')
    .whereRef('workspaces.id', '=', 'crm_connections.workspace_id')
    .where('workspaces.status', '=', 'closed')
    .returning(['workspace_id', 'portal_id', 'access_token', 'refresh_token', 'key_id'])
    .execute()
}

/**
 * The right to refresh the tokens of this version, for `seconds`, to one process of all nodes. Returns the name of the claim;
 * null if another process has one, or the tokens have changed. Its end is its name, which no other claim has. A claim that
 * ends later than a new one is from before the clock was put back (decision 181).
 */
export async function claimRefresh(
  db: Db,
  { workspace_id, version }: Pick<ConnectionRow, 'workspace_id' | 'version'>,
  seconds: number,
): Promise<string | null> {
  const end = sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`
  const claimed = await db
    .updateTable('crm_connections')
    .set({ refreshing_until: end })
    .where('workspace_id', '=', workspace_id)
    .where('version', '=', version)
    .where((where) =>
      where.or([
        where('refreshing_until', 'is', null),
        where('refreshing_until', '<=', sql<Date>`clock_timestamp()`),
        where('refreshing_until', '>', sql<Date>`${end} + interval '1 minute'`),
      ]),
    )
    .returning(sql<string>`extract(epoch from refreshing_until)::text`.as('claim'))
    .executeTakeFirst()
  return claimed?.claim ?? null
}

/** Ends the claim early, so that others need not wait for its end. The claim of another process stays. */
export async function releaseRefresh(
  db: Db,
  { workspace_id, version }: Pick<ConnectionRow, 'workspace_id' | 'version'>,
  claim: string,
) {
  await db
    .updateTable('crm_connections')
    .set({ refreshing_until: null })
    .where('workspace_id', '=', workspace_id)
    .where('version', '=', version)
    .where(sql<boolean>`extract(epoch from refreshing_until)::text = ${claim}`)
    .execute()
}

/**
 * Null scopes: unchanged. New tokens end a problem. Returns the former problem; undefined if the connection has another
 * version by now.
 */
export async function setTokens(
  trx: Trx,
  { workspace_id, version }: Pick<ConnectionRow, 'workspace_id' | 'version'>,
  { scopes, expiresIn, ...tokens }: EncryptedTokens & { scopes: string[] | null; expiresIn: number },
): Promise<{ problem: string | null } | undefined> {
  const former = await trx
    .selectFrom('crm_connections')
    .select('problem')
    .where('workspace_id', '=', workspace_id)
    .where('version', '=', version)
    .forUpdate()
    .executeTakeFirst()
  if (!former) return undefined
  await trx
    .updateTable('crm_connections')
    .set({
      ...tokens,
      ...(scopes ? { scopes } : {}),
      access_expires_at: expiry(expiresIn),
      refreshing_until: null,
      problem: null,
      version: sql<number>`nextval('crm_connection_versions')`,
    })
    .where('workspace_id', '=', workspace_id)
    .execute()
  return former
}

/** Returns false if the connection has another version by now, or has this problem already. */
export async function setProblem(
  trx: Trx,
  { workspace_id, version }: Pick<ConnectionRow, 'workspace_id' | 'version'>,
  problem: Problem,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('crm_connections')
    .set({ problem, refreshing_until: null })
    .where('workspace_id', '=', workspace_id)
    .where('version', '=', version)
    .where('problem', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Connections whose tokens were encrypted with another secret, after a workspace id, in order. */
export function listConnectionsOfOtherKeys(db: Db, keyId: string, after: number, limit: number) {
  return db
    .selectFrom('crm_connections')
    .select(['workspace_id', 'access_token', 'refresh_token', 'key_id'])
    .where('key_id', '!=', keyId)
    .where('workspace_id', '>', after)
    .orderBy('workspace_id')
    .limit(limit)
    .execute()
}

/** Replaces the encrypted form of unchanged tokens. Returns false if they were changed in between. */
export async function replaceEncryption(
  db: Db,
  workspaceId: number,
  former: EncryptedTokens,
  tokens: EncryptedTokens,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('crm_connections')
    .set(tokens)
    .where('workspace_id', '=', workspaceId)
    .where('access_token', '=', former.access_token)
    .where('refresh_token', '=', former.refresh_token)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
