import type { disconnectCrm as contract } from '@kaiwa/contract/crm.ts'
import type { Handler } from '../../platform/http/route.ts'
import { findProvider } from '../provider/provider.ts'
import { lockAsOwner } from './as-owner.ts'
import { publishConnection } from './publish-connection.ts'
import { revokeUnused } from './revoke-unused.ts'
import { deleteConnection } from './store/connections.ts'
import { decryptTokens } from './token-encryption.ts'

/** The tokens are deleted first: HubSpot's answer does not decide whether the workspace is disconnected. */
export const disconnectCrm: Handler<typeof contract> = async (_input, { app, actor }) => {
  const { workspaceId, former } = await app.db.transaction().execute(async (trx) => {
    const workspaceId = await lockAsOwner(trx, actor)
    const former = await deleteConnection(trx, workspaceId)
    if (former) await publishConnection(trx, workspaceId)
    return { workspaceId, former }
  })
  const provider = await findProvider(app)
  const tokens = former && decryptTokens(app.config, workspaceId, former)
  if (provider && tokens) await revokeUnused(app, provider, { portalId: former.portal_id, ...tokens })
  return { success: true }
}
