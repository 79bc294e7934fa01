import type { Domain } from '../platform/domain.ts'
import { routes } from './routes.ts'

export const sharing: Domain = { name: 'sharing', routes }
