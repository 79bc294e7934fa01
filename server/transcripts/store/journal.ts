// The journal of a transcript: one revision per save, with the version of each changed block before it.
import { createHash } from 'node:crypto'
import type { ChangeSet } from '@kaiwa/contract/transcript-edits.ts'
import type { HistoryEntry } from '@kaiwa/contract/history.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { personAt, type PersonRow } from '../../accounts/person.ts'
import { touchFile } from '../../files/store/files.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { jsonb } from '../../platform/database/jsonb.ts'
import type { StoredBlock } from './blocks.ts'
import { textBatches } from './text-batches.ts'

export interface NewRevision {
  transcriptId: number
  fileId: number
  revision: number
  kind: Exclude<HistoryEntry['kind'], 'original'>
  userId: number | null
  changes: ChangeSet | null
  fingerprint: string | undefined
  /** One row per changed block; `before` is null for an inserted block. */
  versions: readonly { uuid: string; before: StoredBlock | null }[]
  /** Numbers of inserted, updated and deleted blocks. */
  added: number
  changed: number
  removed: number
  /** By how much the text of the transcript grows, in UTF-16 code units. */
  textGrowth: number
}

/** Adds versions of blocks to the journal. Its caller is `insertRevision`, which adds the last of them itself. */
function insertVersions({ transcriptId, revision }: NewRevision, versions: NewRevision['versions']) {
  return sql`
  insert into block_versions (transcript_id, uuid, revision, before)
  select ${transcriptId}, uuid, ${revision}, nullif(before, 'null'::jsonb)
  from jsonb_to_recordset(${jsonb(versions)}) as new (uuid uuid, before jsonb)`
}

/** Adds a revision to the journal, and marks transcript and file as edited: in one statement, unless there are many versions. */
export async function insertRevision(trx: Trx, entry: NewRevision): Promise<{ at: Date; by: PersonRow | null }> {
  const { transcriptId, fileId, revision, kind, userId, changes, fingerprint, versions } = entry
  const batches = textBatches(versions, ({ before }) => before?.content.length ?? 0)
  const last = batches.pop() ?? []
  for (const batch of batches) await insertVersions(entry, batch).execute(trx)
  const { rows } = await sql<{ edited_at: Date; edited_by: PersonRow | null }>`
    with versions as (
      ${insertVersions(entry, last)}
    ), entry as (
      insert into transcript_revisions
        (transcript_id, revision, kind, edited_by, changes, fingerprint, added, changed, removed)
      values (${transcriptId}, ${revision}, ${kind}, ${userId}, ${changes && jsonb(changes)}, ${fingerprint ?? null},
        ${entry.added}, ${entry.changed}, ${entry.removed})
      returning edited_at, edited_by
    ), file as (
      ${touchFile(fileId, userId)}
    )
    update transcripts set revision = ${revision}, last_edited_by = ${userId}, last_edited_at = entry.edited_at,
      text_length = text_length + ${entry.textGrowth}, block_count = block_count + ${entry.added - entry.removed}
    from entry where id = ${transcriptId} returning entry.edited_at, ${personAt('entry.edited_by')} as edited_by
  `.execute(trx)
  const [{ edited_at, edited_by }] = rows as [(typeof rows)[number]]
  return { at: edited_at, by: edited_by }
}

/** Maximum size of the change sets of one save, and of all that one answer sends. Larger ones are not stored: clients reload. */
export const MAX_CHANGES_BYTES = 4_000_000

interface Saves {
  since: number
  until: number
  maxBytes: number
}

/**
 * Change sets after `since` up to `until`, with their author; none if all of them together have more than `maxBytes`.
 * The compressed size comes first, because it is known without reading the change sets.
 */
export function findChangeSets(db: Db, transcriptId: number, { since, until, maxBytes }: Saves) {
  const isWanted = sql<SqlBool>`transcript_id = ${transcriptId} and revision > ${since} and revision <= ${until}`
  const sumOf = (size: RawBuilder<number>) =>
    sql`(select coalesce(sum(${size}), 0) from transcript_revisions where ${isWanted})`
  return db
    .selectFrom('transcript_revisions')
    .select(['revision', 'edited_at', personAt('transcript_revisions.edited_by').as('edited_by')])
    .select(sql<ChangeSet | null>`changes`.as('changes'))
    .where(isWanted)
    .where(
      sql<SqlBool>`case when ${sumOf(sql`pg_column_size(changes)`)} > ${maxBytes} then false
        else ${sumOf(sql`octet_length(changes::text)`)} <= ${maxBytes} end`,
    )
    .orderBy('revision')
    .execute()
}

/** Identifies a request by the hash of its content. */
export function fingerprintOf(request: unknown): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('base64url')
}

const DRAFT_FINGERPRINT = 'draft'

/** Fingerprint of a revision that the expiry of a lock made from a draft. */
export function draftFingerprint(lockVersion: number, version: number): string {
  return [DRAFT_FINGERPRINT, lockVersion, version].join(':')
}

/** The last draft of this user that became a revision after `since` and up to `until`. */
export async function findPublishedDraft(
  db: Db,
  { transcriptId, userId, since, until }: { transcriptId: number; userId: number; since: number; until: number },
): Promise<{ lock_version: number; version: number; revision: number } | null> {
  const row = await db
    .selectFrom('transcript_revisions')
    .select(['revision', 'fingerprint'])
    .where('transcript_id', '=', transcriptId)
    .where('revision', '>', since)
    .where('revision', '<=', until)
    .where('edited_by', '=', userId)
    .where('fingerprint', 'like', `${DRAFT_FINGERPRINT}:%`)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const [, lock_version = 0, version = 0] = (row.fingerprint ?? '').split(':').map(Number)
  return { lock_version, version, revision: row.revision }
}

interface Request {
  transcriptId: number
  userId: number
  fingerprint: string
  since: number
}

/** The revision that an identical request of the same user created after `since`; undefined when there is none. */
export async function findReplay(
  trx: Trx,
  { transcriptId, userId, fingerprint, since }: Request,
): Promise<number | undefined> {
  return (
    await trx
      .selectFrom('transcript_revisions')
      .select('revision')
      .where('transcript_id', '=', transcriptId)
      .where('revision', '>', since)
      .where('edited_by', '=', userId)
      .where('fingerprint', '=', fingerprint)
      .executeTakeFirst()
  )?.revision
}

/** Those of `uuids` whose blocks were changed, deleted or restored after a revision. */
export async function findChangedUuids(
  trx: Trx,
  transcriptId: number,
  revision: number,
  uuids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ uuid: string }>`
    select distinct uuid from block_versions
    where transcript_id = ${transcriptId} and uuid = any(${uuids}::uuid[]) and revision > ${revision}
  `.execute(trx)
  return rows.map(({ uuid }) => uuid)
}
