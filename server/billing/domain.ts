import type { Domain } from '../platform/domain.ts'
import { routes } from './routes.ts'

export const billing: Domain = { name: 'billing', routes }
