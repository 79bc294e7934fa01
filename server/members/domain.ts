import type { Domain } from '../platform/domain.ts'
import { routes } from './routes.ts'

export const members: Domain = { name: 'members', routes }
