import type { Domain } from '../platform/domain.ts'
import { channels } from './channels.ts'
import { routes } from './routes.ts'

export const tree: Domain = { name: 'tree', routes, channels }
