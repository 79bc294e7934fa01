import type { Actor } from '../../accounts/actor.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { presentGeneration } from './present-generation.ts'
import { findGeneration, type GenerationRow } from './store/generations.ts'

/** A generation of the actor. Refuses with E_NOT_FOUND, also for the generation of another person. */
export async function openGeneration(db: Db | Trx, actor: Actor, id: number): Promise<GenerationRow> {
  const row = await findGeneration(db, id)
  if (row?.requested_by !== actor.id) throw new Refusal('E_NOT_FOUND')
  return row
}

/** As its person sees it. Refuses with E_NOT_FOUND if they may not edit the file any more. */
export async function showGeneration(db: Db | Trx, actor: Actor, id: number) {
  const shown = await presentGeneration(db, actor, await openGeneration(db, actor, id))
  if (!shown) throw new Refusal('E_NOT_FOUND')
  return shown
}
