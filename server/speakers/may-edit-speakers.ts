import type { Actor } from '../accounts/actor.ts'
import type { App } from '../platform/app.ts'
import { Refusal } from '../platform/refusal.ts'
import { assertAllowed } from '../tree/policy.ts'
import { findProject } from '../tree/store/items.ts'
import * as policy from './policy.ts'
import { readSpeaker } from './read-speaker.ts'

interface Context {
  app: Pick<App, 'db'>
  actor: Actor
}

/** Permission check, before the body is read, of calls that change one speaker. */
export async function mayEditSpeaker(
  { params }: { params: { speakerId: number } },
  { app, actor }: Context,
): Promise<void> {
  const speaker = await readSpeaker(app.db, actor, params.speakerId)
  if (!speaker.can.edit) throw new Refusal('E_FORBIDDEN', { reason: 'role' })
}

/** Permission check, before the body is read, of calls that add speakers to a folder. */
export async function mayEditSpeakers(
  { params }: { params: { projectId: number } },
  { app, actor }: Context,
): Promise<void> {
  return assertAllowed(policy.editSpeakers(await findProject(app.db, actor, params.projectId)))
}
