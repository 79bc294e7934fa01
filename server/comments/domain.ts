import type { Domain } from '../platform/domain.ts'
import { routes } from './routes.ts'

export const comments: Domain = { name: 'comments', routes }
