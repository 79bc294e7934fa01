import type { Domain } from '../platform/domain.ts'
import { authorise } from '../platform/realtime/channel.ts'
import { routes } from './routes.ts'
import { isFileVisible } from './store/files.ts'

const channels = [authorise('file', (actor, id, app) => isFileVisible(app.db, actor, id))]

export const files: Domain = { name: 'files', routes, channels }
