// The only code that writes changes of a transcript: blocks, marks, journal and revision, in the caller's transaction.
// The cost depends on the size of the change, not on the length of the file.
import type { ChangeSet } from '@kaiwa/contract/changes.ts'
import type { Person } from '@kaiwa/contract/fields.ts'
import type { HistoryEntry } from '@kaiwa/contract/history.ts'
import { sameBlock, type EditableBlock } from '@kaiwa/transcript/editable-block.ts'
import { sql } from 'kysely'
import { personAt, type PersonRow, presentPerson } from '../../accounts/person.ts'
import type { Trx } from '../../platform/database/database.ts'
import { jsonb } from '../../platform/database/jsonb.ts'
import { keepTexts } from './keep-texts.ts'
import type { Editing } from '../open-for-edit.ts'
import type { Placed } from './place-inserts.ts'
import type { StoredBlock } from './stored-blocks.ts'
import { deleteBlocks, insertBlocks, replaceMarks, updateBlocks } from './write-blocks.ts'

export type Writing = {
  deletes: readonly StoredBlock[]
  puts: readonly { before: StoredBlock; after: EditableBlock }[]
  /** Called after the deletes. */
  place: () => Promise<readonly Placed[]>
}

export type Commit = {
  kind: Exclude<HistoryEntry['kind'], 'original'>
  userId: number | null
  /** Change set for realtime clients; receives the inserted blocks. Returns null when clients must reload. */
  changes: (inserted: readonly Placed[]) => ChangeSet | null | Promise<ChangeSet | null>
  /** Fingerprint of the request, for requests that may be repeated. */
  fingerprint?: string
}

export type Committed = {
  revision: number
  editedAt: Date
  editedBy: Person | null
  changes: ChangeSet | null
  /** Ids of inserted blocks by uuid. */
  insertedIds: ReadonlyMap<string, number>
}

/** Raises the revision by one and returns it. Returns null when nothing differs from the stored blocks. */
export const commitChanges = async (
  trx: Trx,
  { transcriptId, revision: last, file }: Editing,
  writing: Writing,
  { kind, userId, changes: describe, fingerprint }: Commit,
): Promise<Committed | null> => {
  const revision = last + 1
  const puts = writing.puts.filter(({ before, after }) => !sameBlock(before, after))
  await deleteBlocks(trx, writing.deletes)
  const inserts = await writing.place()
  if (puts.length + inserts.length + writing.deletes.length === 0) return null
  await updateBlocks(trx, puts, revision)
  const insertedIds = await insertBlocks(trx, transcriptId, inserts, revision)
  await replaceMarks(trx, transcriptId, { puts, inserts, insertedIds })

  const rewritten = puts.filter(({ before, after }) => before.content !== after.content)
  await keepTexts(trx, transcriptId, [...rewritten.map(({ after }) => after), ...inserts.map(({ block }) => block)])

  const changes = await describe(inserts)
  const before = [
    ...writing.deletes.map((block) => ({ uuid: block.uuid, before: block })),
    ...puts.map((put) => ({ uuid: put.before.uuid, before: put.before })),
    ...inserts.map(({ block }) => ({ uuid: block.uuid, before: null })),
  ]
  // A block that is deleted and inserted again in one change set keeps its old version as `before`.
  const versions = [...new Map(before.toReversed().map((version) => [version.uuid, version])).values()]
  const { rows } = await sql<{ edited_at: Date; edited_by: PersonRow | null }>`
    with versions as (
      insert into block_versions (transcript_id, uuid, revision, before)
      select ${transcriptId}, uuid, ${revision}, nullif(before, 'null'::jsonb)
      from jsonb_to_recordset(${jsonb(versions)}) as new (uuid uuid, before jsonb)
    ), entry as (
      insert into transcript_revisions
        (transcript_id, revision, kind, edited_by, changes, fingerprint, added, changed, removed)
      values (${transcriptId}, ${revision}, ${kind}, ${userId}, ${changes && jsonb(changes)}, ${fingerprint ?? null},
        ${inserts.length}, ${puts.length}, ${writing.deletes.length})
      returning edited_at, edited_by
    ), file as (
      update files set last_updated_by = ${userId}, last_updated_at = now() where id = ${file.id}
    )
    update transcripts set revision = ${revision}, last_edited_by = ${userId}, last_edited_at = entry.edited_at
    from entry where id = ${transcriptId} returning entry.edited_at, ${personAt('entry.edited_by')} as edited_by
  `.execute(trx)
  const [{ edited_at, edited_by }] = rows as [(typeof rows)[number]]
  return { revision, editedAt: edited_at, editedBy: presentPerson(edited_by), changes, insertedIds }
}
