import type { App } from '../platform/app.ts'
import type { Db, Trx } from '../platform/database/database.ts'
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

/** The portal if it is the stand-in's and can be used. */
async function findTrial(db: Db | Trx, workspaceId: number): Promise<{ portalId: string | null } | null> {
  const connection = await findConnection(db, workspaceId)
  if (!connection) return null
  const isTrial = connection.portal_id === TRIAL_PORTAL && connection.problem === null
  return { portalId: isTrial ? connection.portal_id : null }
}

/**
 * Connects a workspace without a connection to the stand-in portal, as its owner would. Returns the id of the portal, also if
 * an earlier call has connected it; null if the stand-in is not used here, or the workspace has another connection.
 */
export async function connectTrialPortal(app: App, { workspaceId, userId }: Connecting): Promise<string | null> {
  const provider = await findProvider(app)
  if (!provider?.isTrial) return null
  const earlier = await findTrial(app.db, workspaceId)
  if (earlier) return earlier.portalId
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
    const other = await findTrial(trx, workspaceId)
    if (other) return other.portalId
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
