import { OPERATOR_REASONS } from '@kaiwa/contract/admin-choices.ts'
import type { Config } from '../config.ts'
import { Refusal } from '../refusal.ts'
import type { Actor } from './actor.ts'

/** Whether `assertOperator` admits the caller. */
export function isAdmittedOperator(
  { mode }: Pick<Config, 'mode'>,
  { isOperator, lacksTwoFactor }: Pick<Actor, 'isOperator' | 'lacksTwoFactor'>,
): boolean {
  return isOperator && !(mode === 'server' && lacksTwoFactor === true)
}

/** Refuses callers who are not operators, and in server mode operators without two-factor authentication. */
export function assertOperator(
  { mode }: Pick<Config, 'mode'>,
  actor: Pick<Actor, 'isOperator' | 'lacksTwoFactor'>,
): void {
  if (!actor.isOperator) throw new Refusal('E_FORBIDDEN', { reason: OPERATOR_REASONS.operator })
  if (mode === 'server' && actor.lacksTwoFactor === true)
    throw new Refusal('E_FORBIDDEN', { reason: OPERATOR_REASONS.twoFactor })
}
