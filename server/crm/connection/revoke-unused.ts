import type { App } from '../../platform/app.ts'
import { revokeToken } from '../provider/oauth.ts'
import type { Provider } from '../provider/provider.ts'
import { findConnection } from './store/connections.ts'
import { decryptTokens } from './token-encryption.ts'

/**
 * Ends a refresh token at HubSpot that is not stored, so that nothing remains valid that nobody knows. HubSpot may give the
 * same token to two connects of one portal: the stored one is left alone. A failure is logged only.
 */
export async function revokeUnused(
  app: App,
  provider: Provider,
  workspaceId: number,
  refreshToken: string,
): Promise<void> {
  try {
    const row = await findConnection(app.db, workspaceId)
    const stored = row && decryptTokens(app.config, workspaceId, row)
    if (stored?.refreshToken !== refreshToken) await revokeToken(provider, refreshToken)
  } catch (error) {
    app.log.warn({ err: error, workspace: workspaceId }, 'a token could not be ended at HubSpot')
  }
}
