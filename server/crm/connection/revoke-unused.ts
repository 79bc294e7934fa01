import type { App } from '../../platform/app.ts'
import { revokeToken } from '../provider/oauth.ts'
import type { Provider } from '../provider/provider.ts'
import { withTokensOfPortal } from './lock-tokens.ts'
import { listConnectionsOfPortal } from './store/connections.ts'
import { decryptTokens } from './token-encryption.ts'

export interface UnusedToken {
  portalId: string
  refreshToken: string
}

/** Whether a workspace of the portal has this token, or has one that cannot be read. */
async function mayBeStored(app: App, { portalId, refreshToken }: UnusedToken): Promise<boolean> {
  const rows = await listConnectionsOfPortal(app.db, portalId)
  const stored = rows.map((row) => decryptTokens(app.config, row.workspace_id, row))
  return stored.some((tokens) => tokens === null || tokens.refreshToken === refreshToken)
}

/**
 * Ends a refresh token at HubSpot that is not stored, so that no unknown token remains valid. HubSpot may give the same
 * token to two connects of one portal, also of two workspaces: a stored one is left alone. A failure is logged only.
 */
export async function revokeUnused(app: App, provider: Provider, token: UnusedToken): Promise<void> {
  try {
    await withTokensOfPortal(app, token.portalId, async () => {
      if (!(await mayBeStored(app, token))) await revokeToken(provider, token.refreshToken)
    })
  } catch (error) {
    app.log.warn({ err: error, portal: token.portalId }, 'a token could not be ended at HubSpot')
  }
}
