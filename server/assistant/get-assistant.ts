import { type Assistant, type getAssistant as contract } from '@kaiwa/contract/chats.ts'
import { CHAT_MODELS, type ChatModel } from '@kaiwa/contract/chat-models.ts'
import type { Actor } from '../accounts/actor.ts'
import { readSettings } from '../accounts/profile/settings.ts'
import { findSettings } from '../accounts/store/users.ts'
import { countChats } from '../billing/remaining.ts'
import type { App } from '../platform/app.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import type { Handler } from '../platform/http/route.ts'
import { type Choice, chooseModel } from './choose-model.ts'
import * as policy from './policy.ts'
import { findAgreedHosts } from './store/consents.ts'

/** Chats of the workspace in this month, and how many are left; none without a workspace. */
export function counterOf(db: Db | Trx, workspaceId: number | null): Promise<{ count: number; remain: number }> {
  return workspaceId === null ? Promise.resolve({ count: 0, remain: 0 }) : countChats(db, workspaceId)
}

async function agreedHostsOf(db: Db | Trx, workspaceId: number | null): Promise<ReadonlySet<string>> {
  return workspaceId === null ? new Set() : findAgreedHosts(db, workspaceId)
}

/** The model that the next answer of this person uses. `agreed`: hosts to which the workspace agreed, if they are known. */
export async function chooseModelOf(
  { config }: Pick<App, 'config'>,
  db: Db | Trx,
  actor: Pick<Actor, 'id' | 'workspaceId'>,
  agreed?: readonly string[],
): Promise<Choice> {
  const { chat_model: wanted } = readSettings(await findSettings(db, actor.id))
  return chooseModel(config.ai, wanted, agreed ? new Set(agreed) : await agreedHostsOf(db, actor.workspaceId))
}

/** Models, consent and counter as this person sees them. */
export async function presentAssistant(app: App, actor: Actor): Promise<Assistant> {
  const { db, config } = app
  const [choice, counter, agreed] = await Promise.all([
    chooseModelOf(app, db, actor),
    counterOf(db, actor.workspaceId),
    agreedHostsOf(db, actor.workspaceId),
  ])
  const mapped = new Map(config.ai?.models.map((model) => [model.id, model]))
  return {
    models: (Object.keys(CHAT_MODELS) as ChatModel[]).map((id) => {
      const model = mapped.get(id)
      return {
        id,
        host: model?.host ?? null,
        name: model?.name ?? null,
        is_agreed: model !== undefined && agreed.has(model.host),
      }
    }),
    model: 'model' in choice ? choice.model.id : null,
    note: 'note' in choice ? choice.note : null,
    ...counter,
    can: { ask: 'note' in choice || counter.remain > 0, agree: policy.agree(actor).allowed },
  }
}

export const getAssistant: Handler<typeof contract> = (_, { app, actor }) => presentAssistant(app, actor)
