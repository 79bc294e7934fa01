import { LIMITS } from '@kaiwa/contract/limits.ts'
import { job } from '../../platform/jobs/job.ts'
import { deleteOld } from '../store.ts'

/** Deletes notifications older than `LIMITS.notificationDays` days. */
export const pruneNotifications = job({
  name: 'notifications.prune',
  unique: 'exclusive',
  run: (_data, { app }) => deleteOld(app.db, LIMITS.notificationDays),
})
