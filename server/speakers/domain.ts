import type { Domain } from '../platform/domain.ts'
import { routes } from './routes.ts'
import { avatarPlugin } from './serve-avatar.ts'

export const speakers: Domain = { name: 'speakers', routes, plugins: [avatarPlugin] }
