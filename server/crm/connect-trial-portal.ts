import type { App } from '../platform/app.ts'
import { lockWorkspace } from '../billing/store/usage.ts'
import { publishConnection } from './connection/publish-connection.ts'
import { revokeUnused } from './connection/revoke-unused.ts'
import { findConnection, replaceConnection } from './connection/store/connections.ts'
import { encryptTokens } from './connection/token-encryption.ts'
import { openHubspotApi } from './provider/hubspot-client.ts'
import { exchangeCode, type Tokens } from './provider/oauth.ts'
import { findProvider } from './provider/provider.ts'
import { HUBSPOT_SCOPES } from './provider/scopes.ts'
import { TRIAL_PORTAL } from './stand-in/seed/portal.ts'
import { issueCode } from './stand-in/tokens.ts'

/** An address that no browser is sent to: the agreement is given here. */
const REDIRECT_URI = 'http://localhost/hubspot/callback'

interface Connecting {
  workspaceId: number
  userId: number
}

/**
 * Connects a workspace without a connection to the stand-in portal, as its owner would. Returns the id of the portal; null
 * if the stand-in is not used here, or the workspace has a connection.
 */
export async function connectTrialPortal(app: App, { workspaceId, userId }: Connecting): Promise<string | null> {
  const provider = await findProvider(app)
  if (!provider?.isTrial || (await findConnection(app.db, workspaceId))) return null
  const { clientId, apiUrl } = provider
  const grant = { portalId: TRIAL_PORTAL, clientId, redirectUri: REDIRECT_URI, scopes: [...HUBSPOT_SCOPES] }
  const tokens = await exchangeCode(provider, { code: await issueCode(app.db, grant), redirectUri: REDIRECT_URI })
  const connected = await store(app, { workspaceId, userId }, tokens, apiUrl).catch(async (error: unknown) => {
    await revokeUnused(app, provider, tokens)
    throw error
  })
  // Somebody has connected the workspace in between.
  if (connected === null) await revokeUnused(app, provider, tokens)
  return connected
}

async function store(app: App, { workspaceId, userId }: Connecting, tokens: Tokens, apiUrl: string) {
  const account = await openHubspotApi({ apiUrl, accessToken: tokens.accessToken }).readAccount()
  return app.db.transaction().execute(async (trx) => {
    await lockWorkspace(trx, workspaceId)
    if (await findConnection(trx, workspaceId)) return null
    const row = {
      ...encryptTokens(app.config, workspaceId, tokens),
      workspace_id: workspaceId,
      portal_id: account.portalId,
      portal_name: account.domain,
      time_zone: account.timeZone,
      currency: account.currency,
      scopes: tokens.scopes,
      connected_by: userId,
    }
    await replaceConnection(trx, row, tokens.expiresIn)
    await publishConnection(trx, workspaceId)
    return account.portalId
  })
}
