import type { Domain } from '../platform/domain.ts'
import { routes } from './routes.ts'

export const exchange: Domain = { name: 'exchange', routes }
