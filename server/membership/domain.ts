import type { Domain } from '../platform/domain.ts'
import { inviterAvatarPlugin } from './invitations/serve-inviter-avatar.ts'
import { routes } from './routes.ts'

export const membership: Domain = { name: 'membership', routes, plugins: [inviterAvatarPlugin] }
