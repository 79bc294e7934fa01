import type { App } from '../../platform/app.ts'
import { HubspotFailure, type ProviderAccount } from '../provider/hubspot-api.ts'
import { setAccount } from './store/connections.ts'
import type { Portal } from './with-portal.ts'

/** Reads time zone, currency and domain of a connected portal again, and stores them. */
export async function updateAccount(
  app: Pick<App, 'db'>,
  workspaceId: number,
  { api, portalId }: Pick<Portal, 'api' | 'portalId'>,
): Promise<ProviderAccount> {
  const account = await api.readAccount()
  if (account.portalId !== portalId) throw new HubspotFailure('unavailable', 'HubSpot names another portal')
  await setAccount(
    app.db,
    { workspace_id: workspaceId, portal_id: portalId },
    { portal_name: account.domain, time_zone: account.timeZone, currency: account.currency },
  )
  return account
}
