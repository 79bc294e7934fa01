import type { listChatTemplates as contract } from '@kaiwa/contract/chats.ts'
import type { Handler } from '../platform/http/route.ts'
import { templatesIn } from './templates.ts'

export const listChatTemplates: Handler<typeof contract> = (_, { actor }) => templatesIn(actor.locale)
