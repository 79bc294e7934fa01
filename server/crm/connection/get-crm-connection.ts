import type { CrmConnection, getCrmConnection as contract } from '@kaiwa/contract/crm.ts'
import { findPerson } from '../../accounts/person.ts'
import type { App } from '../../platform/app.ts'
import type { Handler } from '../../platform/http/route.ts'
import { findProvider } from '../provider/provider.ts'
import { workspaceOf } from './as-owner.ts'
import { type ConnectionRow, findConnection } from './store/connections.ts'
import { decryptTokens } from './token-encryption.ts'

/** Tokens that this installation cannot decrypt are of no more use than refused ones. */
export function problemOf(app: App, row: ConnectionRow): 'revoked' | 'scopes' | null {
  if (row.problem !== null) return row.problem as 'revoked' | 'scopes'
  return decryptTokens(app.config, row.workspace_id, row) ? null : 'revoked'
}

export async function presentConnection(app: App, workspaceId: number): Promise<CrmConnection> {
  const [provider, row] = await Promise.all([findProvider(app), findConnection(app.db, workspaceId)])
  const portal = row
    ? {
        hubspot_id: row.portal_id,
        name: row.portal_name,
        connected_at: row.connected_at.toISOString(),
        connected_by: row.connected_by === null ? null : await findPerson(app.db, row.connected_by),
      }
    : null
  const isTrial = provider?.isTrial ?? false
  if (!provider) return { status: 'disconnected', problem: 'not-set', portal, is_trial: isTrial }
  const problem = row ? problemOf(app, row) : null
  return { status: row && problem === null ? 'connected' : 'disconnected', problem, portal, is_trial: isTrial }
}

export const getCrmConnection: Handler<typeof contract> = (_input, { app, actor }) =>
  presentConnection(app, workspaceOf(actor))
