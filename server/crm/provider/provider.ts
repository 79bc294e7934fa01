// Where HubSpot is: the real one, or the stand-in in local mode.
import { createHmac } from 'node:crypto'
import type { App } from '../../platform/app.ts'
import { isTrialHubspot, TRIAL_APP } from '../stand-in/trial-app.ts'
import { listenAsHubspot } from '../stand-in/listen.ts'
import { HUBSPOT_SCOPES } from './scopes.ts'

export interface Provider {
  /** Base URL of the API, without a trailing slash. */
  apiUrl: string
  clientId: string
  clientSecret: string
  /** The stand-in takes the place of HubSpot. */
  isTrial: boolean
  /** The page where an owner agrees, or refuses. */
  authorizeUrl: (query: { redirectUri: string; state: string }) => string
  /** The page of a deal; of the stand-in, a path of this installation. */
  dealUrl: (portalId: string, dealId: string) => string
}

/** The object type of deals in addresses of HubSpot. */
const DEAL_TYPE = '0-3'

function authorizePage(base: string, clientId: string, query: { redirectUri: string; state: string }): string {
  const url = new URL(base)
  url.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: query.redirectUri,
    scope: HUBSPOT_SCOPES.join(' '),
    state: query.state,
  }).toString()
  return url.href
}

function realProvider({ clientId, clientSecret, apiUrl, appUrl }: NonNullable<App['config']['hubspot']>): Provider {
  return {
    apiUrl,
    clientId,
    clientSecret,
    isTrial: false,
    authorizeUrl: (query) => authorizePage(`${appUrl}/oauth/authorize`, clientId, query),
    dealUrl: (portalId, dealId) =>
      `${appUrl}/contacts/${encodeURIComponent(portalId)}/record/${DEAL_TYPE}/${encodeURIComponent(dealId)}`,
  }
}

async function trialProvider(app: App): Promise<Provider> {
  const clientSecret = createHmac('sha256', app.config.secret).update('trial hubspot secret').digest('hex')
  return {
    apiUrl: await listenAsHubspot(app.db, { clientId: TRIAL_APP, clientSecret }),
    clientId: TRIAL_APP,
    clientSecret,
    isTrial: true,
    // The callback is at the address that the browser uses; the page is at the same one.
    authorizeUrl: (query) =>
      authorizePage(new URL('/dev/hubspot/oauth/authorize', query.redirectUri).href, TRIAL_APP, query),
    dealUrl: (portalId, dealId) =>
      `/dev/hubspot/contacts/${encodeURIComponent(portalId)}/record/${DEAL_TYPE}/${encodeURIComponent(dealId)}`,
  }
}

const providers = new WeakMap<App, Promise<Provider>>()

/** Whether `findProvider` returns one. */
export function hasProvider(config: App['config']): boolean {
  return config.hubspot !== undefined || isTrialHubspot(config)
}

/** Null: no client id is set, and no stand-in is used (server mode, or KAIWA_DEMO off). */
export async function findProvider(app: App): Promise<Provider | null> {
  const { hubspot } = app.config
  if (hubspot) return realProvider(hubspot)
  if (!isTrialHubspot(app.config)) return null
  const known = providers.get(app) ?? trialProvider(app)
  providers.set(app, known)
  try {
    return await known
  } catch (error) {
    // The next call tries again: the database may have been away.
    if (providers.get(app) === known) providers.delete(app)
    throw error
  }
}
