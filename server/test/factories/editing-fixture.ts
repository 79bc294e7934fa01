// A file that can be edited, with its people, for tests of editing operations.
import { ROLE } from '@kaiwa/contract/roles.ts'
import { getTranscript, type Block } from '@kaiwa/contract/transcripts.ts'
import type { SavedBlock } from '@kaiwa/contract/transcript-edits.ts'
import { sql } from 'kysely'
import type { TestApp } from '../open-test-app.ts'
import { assign, createFile, createFolder, rootOf, type TestFile, type TestFolder } from './items.ts'
import { createTranscript, type TranscriptOptions } from './transcripts.ts'
import { createMember, createOwner, type TestOwner, type TestUser } from './users.ts'

export interface EditingFixture {
  owner: TestOwner
  /** A second person who may edit the file. */
  editor: TestUser
  viewer: TestUser
  /** The owner of another workspace. */
  stranger: TestOwner
  folder: TestFolder
  file: TestFile
  transcriptId: number
  speakerIds: number[]
}

/** Creates people and a folder with one file that has a transcript. */
export async function createEditingFixture(
  { db }: Pick<TestApp, 'db'>,
  options: Partial<TranscriptOptions> = {},
): Promise<EditingFixture> {
  const owner = await createOwner(db)
  const editor = await createMember(db, owner, ROLE.member, { first_name: '太郎', last_name: '佐藤' })
  const viewer = await createMember(db, owner, ROLE.member)
  const stranger = await createOwner(db)
  const folder = await createFolder(db, rootOf(owner), { creator: owner })
  await assign(db, folder, editor, ROLE.editor)
  const file = await createFile(db, folder, { creator: owner })
  const transcript = await createTranscript(db, file, { blocks: 6, phrases: 1, ...options })
  return { owner, editor, viewer, stranger, folder, file, ...transcript }
}

/** Creates another file with the same people. */
export async function createFixtureFile(
  { db }: Pick<TestApp, 'db'>,
  fixture: EditingFixture,
  options: Partial<TranscriptOptions> = {},
): Promise<EditingFixture> {
  const file = await createFile(db, fixture.folder, { creator: fixture.owner })
  return { ...fixture, file, ...(await createTranscript(db, file, { blocks: 6, phrases: 1, ...options })) }
}

/** Simulates that five minutes have passed since the last request for the edit lock. */
export async function endLockTime({ db }: Pick<TestApp, 'db'>, { transcriptId }: EditingFixture): Promise<void> {
  await sql`update edit_locks set until = clock_timestamp() - interval '1 second'
    where transcript_id = ${transcriptId}`.execute(db)
}

/** The transcript, its blocks in order, and its revision, read by the owner. */
export async function readFixture({ succeed }: Pick<TestApp, 'succeed'>, { file, owner }: EditingFixture) {
  const { transcript, blocks, lock } = await succeed(getTranscript, { params: { fileId: file.id } }, owner)
  const ordered = transcript.block_order.map((uuid) => blocks[uuid] as Block)
  return { transcript, lock, revision: transcript.revision, blocks: ordered, texts: ordered.map((b) => b.content) }
}

/** Converts a block to its form in a save, with changes. New text drops words and tags. */
export function saved(block: Block, changes: Partial<SavedBlock> = {}): SavedBlock {
  const { uuid, content, start_time, end_time, terms, tags, is_break } = block
  const words = changes.content === undefined ? { terms, tags } : { terms: [], tags: [] }
  return { uuid, content, start_time, end_time, is_break, ...words, ...changes }
}
