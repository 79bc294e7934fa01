import { job } from '../../../platform/jobs/job.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { readMaster } from '../read-master.ts'

/** Reads what a portal defines when it has been connected, so that the first dialog finds a copy. */
export const readNewMaster = job<{ workspace_id: number }>({
  name: 'crm.read-new-master',
  unique: 'exclusive',
  run: async ({ workspace_id: workspaceId }, { app, log }) => {
    try {
      await readMaster(app, workspaceId)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // The dialog asks HubSpot itself.
      log.info(
        { workspace: workspaceId, reason: error.details['reason'] },
        'definitions of HubSpot not read in advance',
      )
    }
  },
})
