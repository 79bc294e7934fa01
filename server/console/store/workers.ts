// The SQL of workers: what each of them reported that it can do.
import type { Part } from '@kaiwa/contract/console.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { jsonb } from '../../platform/database/jsonb.ts'

export interface WorkerReport {
  parts: Part[]
  languages: string[]
  detectsLanguage: boolean
}

/** Reports that are at most `maxAgeSeconds` old, oldest worker id first. */
export async function findWorkerReports(db: Db, maxAgeSeconds: number): Promise<WorkerReport[]> {
  const rows = await db
    .selectFrom('workers')
    .select(['parts', 'languages', 'detects_language'])
    .where('seen_at', '>', sql<Date>`now() - make_interval(secs => ${maxAgeSeconds})`)
    .orderBy('id')
    .execute()
  return rows.map(({ parts, languages, detects_language: detectsLanguage }) => ({
    parts: parts as unknown as Part[],
    languages,
    detectsLanguage,
  }))
}

/** Inserts or replaces the report of a worker, with the current time. */
export async function saveWorkerReport(db: Db, id: string, report: WorkerReport): Promise<void> {
  const row = {
    parts: jsonb(report.parts),
    languages: report.languages,
    detects_language: report.detectsLanguage,
    seen_at: sql<Date>`now()`,
  }
  await db
    .insertInto('workers')
    .values({ id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

export async function deleteOldWorkerReports(db: Db, minAgeSeconds: number): Promise<void> {
  await db
    .deleteFrom('workers')
    .where('seen_at', '<', sql<Date>`now() - make_interval(secs => ${minAgeSeconds})`)
    .execute()
}
