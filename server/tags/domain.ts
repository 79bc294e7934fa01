import type { Domain } from '../platform/domain.ts'
import { routes } from './routes.ts'

export const tags: Domain = { name: 'tags', routes }
