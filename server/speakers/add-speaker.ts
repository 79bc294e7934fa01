import type { Speaker } from '@kaiwa/contract/speakers.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Trx } from '../platform/database/database.ts'
import { publishSpeakers } from './publish-speakers.ts'
import { insertSpeaker } from './store/speakers.ts'
import { readSpeaker } from './read-speaker.ts'

interface NewSpeaker {
  workspaceId: number
  projectId: number
  name: string
}

/** Adds a speaker created by a person to a folder. */
export async function addSpeaker(
  trx: Trx,
  actor: Actor,
  { workspaceId, projectId, name }: NewSpeaker,
): Promise<Speaker> {
  const id = await insertSpeaker(trx, { workspaceId, projectId, name })
  await publishSpeakers(trx, [id], [projectId])
  const speaker = await readSpeaker(trx, actor, id)
  return { ...speaker, pivot: { speaker_id: id, project_id: projectId } }
}
