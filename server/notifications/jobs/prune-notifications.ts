import { LIMITS } from '@kaiwa/contract/limits.ts'
import { job } from '../../platform/jobs/job.ts'
import { deleteOldNotices } from '../store.ts'

/** Deletes notifications older than `LIMITS.notificationDays` days. */
export const pruneNotifications = job({
  name: 'notifications.prune',
  unique: 'exclusive',
  run: (_data, { app }) => deleteOldNotices(app.db, LIMITS.notificationDays),
})
