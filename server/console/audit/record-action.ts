import type { Actor } from '../../accounts/actor.ts'
import { reloadActor } from '../../accounts/sessions/reload-actor.ts'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { assertOperator } from '../../platform/http/assert-operator.ts'
import { type ActionValues, insertAction, type NewAction } from '../store/audit.ts'

/** Reads the rights of the operator again. Call it after the locks of a change. */
export async function assertStillOperator(app: App, trx: Trx, actor: Actor): Promise<void> {
  assertOperator(app.config, await reloadActor(trx, actor))
}

/** The values that differ, before and after. */
export function changedValues(before: ActionValues, after: ActionValues): Pick<NewAction, 'before' | 'after'> {
  const changed = Object.keys(after).filter((key) => before[key] !== after[key])
  const only = (values: ActionValues): ActionValues =>
    Object.fromEntries(changed.map((key) => [key, values[key] ?? null]))
  return { before: only(before), after: only(after) }
}

/** Writes the audit log, in the transaction of the change. */
export async function recordAction(trx: Trx, actor: Pick<Actor, 'id'>, action: NewAction): Promise<void> {
  await insertAction(trx, actor.id, action)
}
