import { CHAT_LIMIT_REASONS } from '@kaiwa/contract/chat-words.ts'
import type { createChat as contract } from '@kaiwa/contract/chats.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { lockUser } from '../accounts/lock-user.ts'
import { reloadActor } from '../accounts/sessions/reload-actor.ts'
import type { Actor } from '../accounts/actor.ts'
import { findVisibleFiles } from '../files/store/files.ts'
import type { App } from '../platform/app.ts'
import type { Trx } from '../platform/database/database.ts'
import type { Handler } from '../platform/http/route.ts'
import { invalid, Refusal } from '../platform/refusal.ts'
import { findSpeakers } from '../speakers/store/speakers.ts'
import { findProject } from '../tree/store/items.ts'
import { openChat } from './open-chat.ts'
import { presentChat } from './present-chat.ts'
import { publishChats } from './publish-chats.ts'
import { countChatsOf, insertChat } from './store/chats.ts'
import { findTemplate } from './templates.ts'

/** Gate: the caller sees the folder. */
export async function mayAskAboutFolder(
  { params }: { params: { projectId: number } },
  { app, actor }: { app: Pick<App, 'db'>; actor: Actor },
): Promise<void> {
  await findProject(app.db, actor, params.projectId)
}

interface Scope {
  project_file_ids: readonly number[]
  speaker_ids: readonly number[]
}

/** Refuses files and speakers that the caller does not see, as if they did not exist. */
async function checkScope(trx: Trx, actor: Actor, { project_file_ids, speaker_ids }: Scope): Promise<void> {
  const wantedFiles = new Set(project_file_ids)
  const files = wantedFiles.size === 0 ? [] : await findVisibleFiles(trx, actor, { ids: [...wantedFiles] })
  if (files.length < wantedFiles.size) throw invalid({ project_file_ids: ['incorrect'] })
  const wantedSpeakers = new Set(speaker_ids)
  const speakers =
    wantedSpeakers.size === 0 ? [] : await findSpeakers(trx, actor, { ids: [...wantedSpeakers], hasFiles: false })
  if (speakers.length < wantedSpeakers.size) throw invalid({ speaker_ids: ['incorrect'] })
}

function titleOf(text: string): string {
  return Array.from(text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim())
    .slice(0, LIMITS.chatTitleLength)
    .join('')
}

export const createChat: Handler<typeof contract> = ({ params, body }, context) =>
  context.app.db.transaction().execute(async (trx) => {
    await lockUser(trx, context.actor.id)
    const actor = await reloadActor(trx, context.actor)
    await findProject(trx, actor, params.projectId)
    await checkScope(trx, actor, body)
    if (body.template_id !== null && !findTemplate(body.template_id)) throw invalid({ template_id: ['incorrect'] })
    if ((await countChatsOf(trx, actor)) >= LIMITS.chatsPerPerson) {
      const reason = CHAT_LIMIT_REASONS.chats
      throw new Refusal('E_UNPROCESSABLE_ENTITY', { reason, errors: { [reason]: ['max'] } })
    }
    const id = await insertChat(trx, {
      workspace_id: actor.workspaceId as number,
      owner_id: actor.id,
      project_id: params.projectId,
      title: titleOf(body.title),
      template_id: body.template_id,
      fileIds: [...new Set(body.project_file_ids)],
      speakerIds: [...new Set(body.speaker_ids)],
    })
    await publishChats(trx, { owner_id: actor.id, project_id: params.projectId })
    return presentChat(trx, actor, await openChat(trx, actor, id))
  })
