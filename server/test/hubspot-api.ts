// The port to a HubspotServer, connected as an owner would.
import type { HubspotApi } from '../crm/provider/hubspot-api.ts'
import { openHubspotApi } from '../crm/provider/hubspot-client.ts'
import { exchangeCode, type Tokens } from '../crm/provider/oauth.ts'
import type { Provider } from '../crm/provider/provider.ts'
import type { HubspotServer } from './hubspot.ts'

export const REDIRECT_URI = 'http://localhost:5173/hubspot/callback'

/** The provider of a HubspotServer, as `findProvider` makes it from the environment. */
export function providerOf({ config }: Pick<HubspotServer, 'config'>): Provider {
  return {
    apiUrl: config.apiUrl,
    clientId: config.clientId,
    clientSecret: config.clientSecret,
    isTrial: false,
    authorizeUrl: ({ redirectUri, state }) =>
      `${config.appUrl}/oauth/authorize?${new URLSearchParams({ redirect_uri: redirectUri, state }).toString()}`,
    dealUrl: (portalId, dealId) => `${config.appUrl}/contacts/${portalId}/record/0-3/${dealId}`,
  }
}

export async function connectedApi(
  hubspot: HubspotServer,
  scopes?: readonly string[],
): Promise<Tokens & { api: HubspotApi }> {
  const code = await hubspot.portal.authorize({ redirectUri: REDIRECT_URI, ...(scopes ? { scopes } : {}) })
  const tokens = await exchangeCode(providerOf(hubspot), { code, redirectUri: REDIRECT_URI })
  return { ...tokens, api: openHubspotApi({ apiUrl: hubspot.url, accessToken: tokens.accessToken }) }
}
