import type { Domain } from '../platform/domain.ts'
import { folderFirstView } from './first-view.ts'
import { on } from '../platform/events/subscription.ts'
import { authorise } from '../platform/realtime/channel.ts'
import { publishRecordings } from './publish-recordings.ts'
import { routes } from './routes.ts'
import { isFileVisible } from './store/files.ts'

const channels = [authorise('file', (actor, id, app) => isFileVisible(app.db, actor, id))]

export const files: Domain = {
  name: 'files',
  routes,
  channels,
  firstViews: [folderFirstView],
  subscriptions: [
    on('file.updated', 'publish-recordings', ({ data }, { db }) => publishRecordings(db, data.project_file_id)),
    on('file.processed', 'publish-recordings', ({ data }, { db }) => publishRecordings(db, data.project_file_id)),
    on('process.failed', 'publish-recordings', ({ data }, { db }) => publishRecordings(db, data.project_file_id)),
  ],
}
