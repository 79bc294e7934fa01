import { job } from '../../../platform/jobs/job.ts'
import { deleteOldGenerations } from '../store/generations.ts'

const BATCH = 500

/** Deletes generations after 30 days. What was written keeps its evidence in the history. */
export const removeOldGenerations = job<Record<string, never>>({
  name: 'crm.remove-old-generations',
  unique: 'exclusive',
  run: async (_data, { app, signal }) => {
    while (!signal.aborted && (await deleteOldGenerations(app.db, BATCH)) === BATCH);
  },
})
