import type { Speaker } from '@kaiwa/contract/speakers.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Trx } from '../platform/database/database.ts'
import { publishSpeakers } from './publish-speakers.ts'
import { readSpeaker } from './read-speaker.ts'

type New = { workspaceId: number; projectId: number; name: string }

/** Adds a speaker created by a person to a folder. */
export const addSpeaker = async (trx: Trx, actor: Actor, { workspaceId, projectId, name }: New): Promise<Speaker> => {
  const { id } = await trx
    .insertInto('speakers')
    .values({ workspace_id: workspaceId, name, is_manual: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx.insertInto('project_speakers').values({ project_id: projectId, speaker_id: id }).execute()
  await publishSpeakers(trx, [id], [projectId])
  const speaker = await readSpeaker(trx, actor, id)
  return { ...speaker, pivot: { speaker_id: id, project_id: projectId } }
}
