import type { Domain } from '../platform/domain.ts'
import { routes } from './routes.ts'

export const reports: Domain = { name: 'reports', routes }
