// The SQL of consents: the owner of a workspace agreed that text is sent to a host.
import type { Db, Trx } from '../../platform/database/database.ts'

/** Hosts to which the workspace agreed. */
export async function findAgreedHosts(db: Db | Trx, workspaceId: number): Promise<Set<string>> {
  const rows = await db.selectFrom('provider_consents').select('host').where('workspace_id', '=', workspaceId).execute()
  return new Set(rows.map(({ host }) => host))
}

export async function insertConsent(
  trx: Trx,
  consent: { workspace_id: number; host: string; agreed_by: number },
): Promise<void> {
  await trx
    .insertInto('provider_consents')
    .values(consent)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteConsent(trx: Trx, workspaceId: number, host: string): Promise<void> {
  await trx.deleteFrom('provider_consents').where('workspace_id', '=', workspaceId).where('host', '=', host).execute()
}
