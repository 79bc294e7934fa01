import { authorise } from '../platform/realtime/channel.ts'
import { hearsFolder } from './rights/folder-listeners.ts'

export const channels = [
  authorise('private-user-{id}', (actor, id) => actor.id === id),
  authorise('private-project-{id}', (actor, id, app) => hearsFolder(app.db, actor, id)),
]
