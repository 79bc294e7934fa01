// The answer of HubSpot's page. The state is used up before the code is exchanged: a repeated call finds no state. Between
// the exchange and the commit the caller may lose the right, or another window may have connected: then the new tokens are
// ended at HubSpot and nothing is stored. If this process dies in between, the tokens are lost, and the owner connects again.
import { type connectCrm as contract } from '@kaiwa/contract/crm.ts'
import { CRM_SCOPES_REASON } from '@kaiwa/contract/crm-words.ts'
import type { Actor } from '../../accounts/actor.ts'
import { hashToken } from '../../accounts/tokens.ts'
import type { App } from '../../platform/app.ts'
import type { Handler } from '../../platform/http/route.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { assertLease, type Lease } from '../../platform/store/leases.ts'
import { HubspotFailure, type ProviderAccount } from '../provider/hubspot-api.ts'
import { readNewMaster } from '../deals/jobs/read-new-master.ts'
import { openHubspotApi } from '../provider/hubspot-client.ts'
import { exchangeCode, type Tokens } from '../provider/oauth.ts'
import { findProvider, type Provider } from '../provider/provider.ts'
import { lacksScopes } from '../provider/scopes.ts'
import { lockAsOwner, workspaceOf } from './as-owner.ts'
import { asRefusal } from './as-refusal.ts'
import { assertDisconnected } from './assert-disconnected.ts'
import { presentConnection } from './get-crm-connection.ts'
import { withTokensOfPortal } from './lock-tokens.ts'
import { publishConnection } from './publish-connection.ts'
import { revokeUnused, type UnusedToken } from './revoke-unused.ts'
import { replaceConnection } from './store/connections.ts'
import { claimState } from './store/states.ts'
import { decryptTokens, encryptTokens } from './token-encryption.ts'

interface Grant {
  code: string
  redirectUri: string
}

async function exchange(app: App, provider: Provider, grant: Grant): Promise<Tokens> {
  try {
    return await exchangeCode(provider, grant)
  } catch (error) {
    if (error instanceof HubspotFailure && error.kind === 'invalid') throw invalid({ code: ['incorrect'] })
    if (error instanceof HubspotFailure && error.kind === 'unavailable')
      app.log.error({ err: error }, 'HubSpot gives no tokens for a code')
    throw asRefusal(error)
  }
}

async function readAccount(provider: Provider, { accessToken, scopes }: Tokens): Promise<ProviderAccount> {
  if (lacksScopes(scopes)) throw new Refusal('E_FORBIDDEN', { reason: CRM_SCOPES_REASON })
  try {
    return await openHubspotApi({ apiUrl: provider.apiUrl, accessToken }).readAccount()
  } catch (error) {
    if (error instanceof HubspotFailure && error.kind === 'forbidden')
      throw new Refusal('E_FORBIDDEN', { reason: CRM_SCOPES_REASON })
    // The same token was ended for another workspace after the exchange: the next attempt gets another one.
    if (error instanceof HubspotFailure && error.kind === 'unauthorized')
      throw new HubspotFailure('unavailable', error.message, { cause: error })
    throw error
  }
}

interface NewTokens {
  tokens: Tokens
  account: ProviderAccount
  /** The lock of the portal's tokens. */
  lease: Lease
}

/** Returns the token of the replaced connection; null without one. */
function store(app: App, actor: Actor, { tokens, account, lease }: NewTokens): Promise<UnusedToken | null> {
  return app.db.transaction().execute(async (trx) => {
    await assertLease(trx, lease)
    const workspaceId = await lockAsOwner(trx, actor)
    await assertDisconnected(app, trx, workspaceId)
    const former = await replaceConnection(
      trx,
      {
        ...encryptTokens(app.config, workspaceId, tokens),
        workspace_id: workspaceId,
        portal_id: account.portalId,
        portal_name: account.domain,
        time_zone: account.timeZone,
        currency: account.currency,
        scopes: tokens.scopes,
        connected_by: actor.id,
      },
      tokens.expiresIn,
    )
    await publishConnection(trx, workspaceId)
    await app.jobs.send(trx, readNewMaster, { workspace_id: workspaceId }, { key: String(workspaceId) })
    const known = former && decryptTokens(app.config, workspaceId, former)
    return known ? { portalId: former.portal_id, refreshToken: known.refreshToken } : null
  })
}

export const connectCrm: Handler<typeof contract> = async ({ body }, { app, actor }) => {
  const workspaceId = workspaceOf(actor)
  const provider = await findProvider(app)
  if (!provider) throw new Refusal('E_NOT_FOUND')
  const isClaimed = await claimState(app.db, {
    state_hash: hashToken(body.state),
    workspace_id: workspaceId,
    user_id: actor.id,
    session_id: actor.sessionId,
    redirect_uri: body.redirect_uri,
  })
  await assertDisconnected(app, app.db, workspaceId)
  if (!isClaimed) throw invalid({ state: ['incorrect'] })
  const tokens = await exchange(app, provider, { code: body.code, redirectUri: body.redirect_uri })
  let former: UnusedToken | null
  try {
    // The account is read under the lock: it shows that the tokens have not been ended in between.
    former = await withTokensOfPortal(app, tokens.portalId, async (lease) =>
      store(app, actor, { tokens, account: await readAccount(provider, tokens), lease }),
    )
  } catch (error) {
    await revokeUnused(app, provider, tokens)
    throw asRefusal(error)
  }
  if (former) await revokeUnused(app, provider, former)
  return presentConnection(app, workspaceId)
}
