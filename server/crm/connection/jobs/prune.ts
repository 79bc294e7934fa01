import { job } from '../../../platform/jobs/job.ts'
import { findProvider } from '../../provider/provider.ts'
import { revokeUnused } from '../revoke-unused.ts'
import { deleteConnectionsOfClosed } from '../store/connections.ts'
import { deleteExpiredStates } from '../store/states.ts'
import { decryptTokens } from '../token-encryption.ts'

/** Runs daily: deletes states that nobody has answered, and ends connections of closed workspaces. */
export const pruneConnections = job<Record<string, never>>({
  name: 'crm.prune-connections',
  unique: 'exclusive',
  run: async (_data, { app }) => {
    await deleteExpiredStates(app.db)
    const provider = await findProvider(app)
    for (const row of await deleteConnectionsOfClosed(app.db)) {
      const tokens = decryptTokens(app.config, row.workspace_id, row)
      if (provider && tokens) await revokeUnused(app, provider, { portalId: row.portal_id, ...tokens })
    }
  },
})
