import type { Domain } from '../platform/domain.ts'
import { routes } from './routes.ts'

export const membership: Domain = { name: 'membership', routes }
