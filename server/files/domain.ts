import type { Domain } from '../platform/domain.ts'
import { channels } from './channels.ts'
import { routes } from './routes.ts'

export const files: Domain = { name: 'files', routes, channels }
