import type { Domain } from '../platform/domain.ts'
import { authorise } from '../platform/realtime/channel.ts'
import { answerJob } from './jobs/answer.ts'
import { routes } from './routes.ts'
import { findChat } from './store/chats.ts'

export const assistant: Domain = {
  name: 'assistant',
  routes,
  jobs: [answerJob],
  channels: [authorise('chat', async (actor, id, app) => (await findChat(app.db, actor, id)) !== undefined)],
}
