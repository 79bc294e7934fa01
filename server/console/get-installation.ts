import type { getInstallation as contract, Part } from '@kaiwa/contract/console.ts'
import { accountAbilities } from '../accounts/policy.ts'
import type { Config } from '../platform/config.ts'
import { isAdmittedOperator } from '../platform/http/assert-operator.ts'
import type { Handler } from '../platform/http/route.ts'
import { MAX_REPORT_AGE_SECONDS } from './report-worker.ts'
import { findWorkerReports } from './store/workers.ts'

const statesFromBest: readonly Part['state'][] = ['active', 'available', 'downloading', 'off']

/** Combines the parts of all workers: one entry per part with its best state, in the order of first appearance. */
export function joinParts(workers: readonly (readonly Part[])[]): Part[] {
  const joined = new Map<string, Part>()
  for (const part of workers.flat()) {
    const other = joined.get(part.id)
    if (!other || statesFromBest.indexOf(part.state) < statesFromBest.indexOf(other.state)) joined.set(part.id, part)
  }
  return [...joined.values()]
}

/**
 * The parts as a reader may see them. Reasons name settings, folders and packages: they are for those who can change them.
 * In server mode these are the operators, because anybody who registers owns a workspace.
 */
export function partsFor(
  { mode, isOperator }: { mode: Config['mode']; isOperator: boolean },
  parts: readonly Part[],
): Part[] {
  if (mode === 'local' || isOperator) return [...parts]
  return parts.map((part) => ({ ...part, reason: part.state === 'off' ? 'operator.only' : null }))
}

/** Returns the current capabilities of this installation. Only operators and owners of workspaces get details. */
export const getInstallation: Handler<typeof contract> = async (_input, { app, actor }) => {
  const workers = await findWorkerReports(app.db, MAX_REPORT_AGE_SECONDS)
  const isOperator = isAdmittedOperator(app.config, actor)
  const parts = joinParts(workers.map((worker) => worker.parts))
  const mail: Part = {
    id: 'mail',
    kind: 'mail',
    state: app.config.smtp ? 'active' : 'available',
    label: 'SMTP',
    languages: [],
    reason: app.config.smtp ? null : 'mail.kept-here',
    progress: null,
  }
  return {
    mode: app.config.mode,
    languages: [...new Set(workers.flatMap(({ languages }) => languages))],
    detects_language: workers.some((worker) => worker.detectsLanguage),
    parts: accountAbilities({ ...actor, isOperator }).view_installation
      ? partsFor({ mode: app.config.mode, isOperator }, [...parts, mail])
      : null,
  }
}
