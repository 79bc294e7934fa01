import type { Speaker } from '@kaiwa/contract/speakers.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { findSpeakers } from './store/speakers.ts'

/** Returns a speaker of a folder that the actor sees. Refuses with E_NOT_FOUND. */
export async function readSpeaker(db: Db | Trx, actor: Actor, id: number): Promise<Speaker> {
  const [speaker] = await findSpeakers(db, actor, { ids: [id] })
  if (!speaker) throw new Refusal('E_NOT_FOUND')
  return speaker
}
