import type { Domain } from '../platform/domain.ts'
import { authorise } from '../platform/realtime/channel.ts'
import { routes } from './routes.ts'
import { canSubscribeToFolder } from './store/readers.ts'

const channels = [
  authorise('user', (actor, id) => actor.id === id),
  authorise('folder', (actor, id, app) => canSubscribeToFolder(app.db, actor, id)),
]

export const tree: Domain = { name: 'tree', routes, channels }
