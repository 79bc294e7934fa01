import type { openCrmCallback as contract } from '@kaiwa/contract/crm.ts'
import { hashToken } from '../../accounts/tokens.ts'
import type { Handler } from '../../platform/http/route.ts'
import { findOrigin } from './store/states.ts'

const PAGE = '/mypage/hubspot-connect'
/** Opens the installed app at the same page. */
const APP_LINK = `web+kaiwa:/${PAGE}`

/** The installed app has its own session: the browser that HubSpot answers may have none, or that of another person. */
export const openCrmCallback: Handler<typeof contract> = async ({ query }, { app }) => {
  const { code, state, error } = query
  const started = state === undefined ? undefined : await findOrigin(app.db, hashToken(state))
  const isApp = started?.is_app ?? false
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries({ code, state, error }))
    if (value !== undefined) parameters.set(name, value)
  const search = parameters.size > 0 ? `?${parameters}` : ''
  return { location: `${isApp ? APP_LINK : PAGE}${search}`, is_app: isApp }
}
