import type { getInstallation as contract, Part } from '@kaiwa/contract/installation.ts'
import { sql } from 'kysely'
import type { Handler } from '../platform/http/route.ts'
import { FRESH_SECONDS } from './report-worker.ts'

const better: readonly Part['state'][] = ['active', 'available', 'downloading', 'off']

/** Combines the parts of all workers: one entry per part with its best state, in the order of first appearance. */
export const joinParts = (workers: readonly (readonly Part[])[]): Part[] => {
  const joined = new Map<string, Part>()
  for (const part of workers.flat()) {
    const other = joined.get(part.id)
    if (!other || better.indexOf(part.state) < better.indexOf(other.state)) joined.set(part.id, part)
  }
  return [...joined.values()]
}

/**
 * What this installation can do now. Details are only for the operator; in local mode every user counts as operator.
 */
export const getInstallation: Handler<typeof contract> = async (_input, { app, actor }) => {
  const workers = await app.db
    .selectFrom('workers')
    .select(['parts', 'languages', 'detects_language'])
    .where('seen_at', '>', sql<Date>`now() - make_interval(secs => ${FRESH_SECONDS})`)
    .orderBy('id')
    .execute()
  const parts = joinParts(workers.map((worker) => worker.parts as unknown as Part[]))
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
    detects_language: workers.some((worker) => worker.detects_language),
    parts: actor.isOperator || app.config.mode === 'local' ? [...parts, mail] : null,
  }
}
