// The only code that writes changes of a transcript: blocks, marks, journal and revision, in the caller's transaction.
// The cost depends on the size of the change, not on the length of the file.
import type { ChangeSet } from '@kaiwa/contract/changes.ts'
import type { Person } from '@kaiwa/contract/fields.ts'
import { sameBlock, type EditableBlock } from '@kaiwa/transcript/editable-block.ts'
import { presentPerson } from '../../accounts/person.ts'
import type { Trx } from '../../platform/database/database.ts'
import { insertRevision, type NewRevision } from '../store/journal.ts'
import { saveSearchTexts } from '../store/search-texts.ts'
import type { PlacedBlock, StoredBlock } from '../store/blocks.ts'
import { deleteBlocks, insertBlocks, replaceMarks, updateBlocks } from '../store/write-blocks.ts'
import type { Editing } from '../open-for-edit.ts'

export type BlockWrites = {
  deletes: readonly StoredBlock[]
  puts: readonly { before: StoredBlock; after: EditableBlock }[]
  /** Returns the blocks to insert with their positions. Called after the deletes. */
  placeInserts: () => Promise<readonly PlacedBlock[]>
}

export type CommitDetails = {
  kind: NewRevision['kind']
  userId: number | null
  /** Change set for realtime clients; receives the inserted blocks. Returns null when clients must reload. */
  changes: (inserted: readonly PlacedBlock[]) => ChangeSet | null | Promise<ChangeSet | null>
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
  writing: BlockWrites,
  { kind, userId, changes: describe, fingerprint }: CommitDetails,
): Promise<Committed | null> => {
  const revision = last + 1
  const puts = writing.puts.filter(({ before, after }) => !sameBlock(before, after))
  await deleteBlocks(trx, writing.deletes)
  const inserts = await writing.placeInserts()
  if (puts.length + inserts.length + writing.deletes.length === 0) return null
  await updateBlocks(trx, puts, revision)
  const insertedIds = await insertBlocks(trx, transcriptId, inserts, revision)
  await replaceMarks(trx, transcriptId, { puts, inserts, insertedIds })

  const rewritten = puts.filter(({ before, after }) => before.content !== after.content)
  await saveSearchTexts(trx, transcriptId, [
    ...rewritten.map(({ after }) => after),
    ...inserts.map(({ block }) => block),
  ])

  const changes = await describe(inserts)
  const before = [
    ...writing.deletes.map((block) => ({ uuid: block.uuid, before: block })),
    ...puts.map((put) => ({ uuid: put.before.uuid, before: put.before })),
    ...inserts.map(({ block }) => ({ uuid: block.uuid, before: null })),
  ]
  // A block that is deleted and inserted again in one change set keeps its old version as `before`.
  const versions = [...new Map(before.toReversed().map((version) => [version.uuid, version])).values()]
  const { at, by } = await insertRevision(trx, {
    transcriptId,
    fileId: file.id,
    revision,
    kind,
    userId,
    changes,
    fingerprint,
    versions,
    added: inserts.length,
    changed: puts.length,
    removed: writing.deletes.length,
  })
  return { revision, editedAt: at, editedBy: presentPerson(by), changes, insertedIds }
}
