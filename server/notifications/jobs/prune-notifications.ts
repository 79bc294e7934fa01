import { LIMITS } from '@kaiwa/contract/limits.ts'
import { job } from '../../platform/jobs/job.ts'
import { deleteOld } from '../store.ts'

/** Forgets what nobody looks for any more. */
export const pruneNotifications = job({
  name: 'notifications.prune',
  unique: 'exclusive',
  run: (_data, { app }) => deleteOld(app.db, LIMITS.notificationDays),
})
