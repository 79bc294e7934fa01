import type { Domain } from '../platform/domain.ts'
import { reanalyse } from './jobs/reanalyse.ts'
import { expireLock } from './lock/expire-lock.ts'
import { routes } from './routes.ts'

export const transcripts: Domain = { name: 'transcripts', routes, jobs: [reanalyse, expireLock] }
