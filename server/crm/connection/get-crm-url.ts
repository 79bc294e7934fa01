import type { getCrmUrl as contract } from '@kaiwa/contract/crm.ts'
import { hashToken, newToken } from '../../accounts/tokens.ts'
import { publicAddress } from '../../platform/http/addresses.ts'
import type { Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findProvider } from '../provider/provider.ts'
import { workspaceOf } from './as-owner.ts'
import { assertDisconnected } from './assert-disconnected.ts'
import { insertState } from './store/states.ts'

/** Several windows can connect at the same time, each with its own state; the first answer wins. */
export const getCrmUrl: Handler<typeof contract> = async ({ query }, context) => {
  const { app, actor } = context
  const workspaceId = workspaceOf(actor)
  const provider = await findProvider(app)
  if (!provider) throw new Refusal('E_NOT_FOUND')
  await assertDisconnected(app, app.db, workspaceId)
  const state = newToken()
  // Normalised by `URL`, because HubSpot compares it as a string with the redirect URL of its app and with that of the exchange.
  const redirect_uri = new URL(`${publicAddress(context)}/hubspot/callback`).href
  await insertState(app.db, {
    state_hash: hashToken(state),
    workspace_id: workspaceId,
    user_id: actor.id,
    session_id: actor.sessionId,
    redirect_uri,
    is_app: query.is_app,
  })
  return { url: provider.authorizeUrl({ redirectUri: redirect_uri, state }), redirect_uri }
}
