import { authorise } from '../platform/realtime/channel.ts'
import { isFileVisible } from './store/files.ts'

export const channels = [authorise('file', (actor, id, app) => isFileVisible(app.db, actor, id))]
