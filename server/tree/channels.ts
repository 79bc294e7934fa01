import { authorise } from '../platform/realtime/channel.ts'
import { canSubscribeToFolder } from './store/readers.ts'

export const channels = [
  authorise('user', (actor, id) => actor.id === id),
  authorise('folder', (actor, id, app) => canSubscribeToFolder(app.db, actor, id)),
]
