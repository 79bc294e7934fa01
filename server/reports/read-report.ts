import { reloadActor } from '../accounts/sessions/reload-actor.ts'
import type { Actor } from '../accounts/actor.ts'
import type { App } from '../platform/app.ts'
import type { Trx } from '../platform/database/database.ts'
import { openSnapshot } from '../platform/database/snapshot.ts'
import { clientSignal } from '../platform/http/client-signal.ts'
import type { Context } from '../platform/http/route.ts'
import { REPORT_TIME_REASON } from '@kaiwa/contract/errors.ts'
import { Refusal } from '../platform/refusal.ts'
import { findProject } from '../tree/store/items.ts'
import { findReadableTranscripts, type ReadableTranscripts } from './store/occurrences.ts'
import { isOverTime, limitStatements } from './store/statement-time.ts'
import { planReport, type Report, type ReportQuery } from './report.ts'

export interface Reading {
  trx: Trx
  actor: Actor
  report: Report
  transcripts: ReadableTranscripts
}

/** The refusal for a statement that took too long; other errors as they are. */
export function refusalOf(error: unknown): unknown {
  return isOverTime(error) ? new Refusal('E_UNPROCESSABLE_ENTITY', { reason: REPORT_TIME_REASON }) : error
}

interface Reader {
  app: App
  actor: Actor
  /** Aborts the wait for the turn. */
  signal: AbortSignal
  /** Limit of each statement. */
  seconds: number
}

/**
 * Reads a report of a folder from one snapshot. A report may read a million blocks, so its callers take turns; rights are
 * read after the turn. Refuses with E_NOT_FOUND, and with E_UNPROCESSABLE_ENTITY if a statement takes too long.
 */
export async function readReportOf<T>(
  { app, actor: caller, signal, seconds }: Reader,
  projectId: number,
  query: ReportQuery,
  read: (reading: Reading) => Promise<T>,
): Promise<T> {
  // Before the snapshot, which holds a connection: the plan may need another one.
  const planned = await planReport(app.db, await findProject(app.db, caller, projectId), query)
  const turn = { accountId: caller.id, workspaceId: caller.workspaceId }
  const { trx, close } = await openSnapshot(app, turn, signal)
  try {
    const actor = await reloadActor(trx, caller)
    const report = { ...planned, folder: await findProject(trx, actor, projectId) }
    await limitStatements(trx, seconds)
    const transcripts = await findReadableTranscripts(trx, actor, report)
    return await read({ trx, actor, report, transcripts })
  } catch (error) {
    throw refusalOf(error)
  } finally {
    await close().catch(() => {})
  }
}

/** The same for a call of the API. */
export function readReport<T>(
  { app, actor, reply }: Context<'session'>,
  projectId: number,
  query: ReportQuery,
  read: (reading: Reading) => Promise<T>,
): Promise<T> {
  return readReportOf(
    { app, actor, signal: clientSignal(reply), seconds: app.config.reportSeconds },
    projectId,
    query,
    read,
  )
}
