// A recording with attacks on a model in its text, and other recordings whose text its reader must not get.
import { type Attack, SECRET } from '../../assistant/injection-corpus.fixture.ts'
import { jsonb } from '../../platform/database/jsonb.ts'
import type { TestApp } from '../open-test-app.ts'
import { createSpokenFile, type SpokenFile } from './chats.ts'
import { createFolder, rootOf, type TestFolder } from './items.ts'
import { createOwner, type TestOwner } from './users.ts'

const TITLE = '初回訪問'
const SPEAKER = '佐藤'
const SPOKEN = ['本日は、ありがとうございます。', '課題は議事録の作成です。'] as const

/** The recording in `folder`; the secret is in another file of the folder and in one of another workspace. */
export async function createAttackedFile(test: TestApp, folder: TestFolder, owner: TestOwner): Promise<SpokenFile> {
  await createSpokenFile(test, { folder, owner, title: `${SECRET}の会議` }, [`${SECRET}について話します。`])
  const stranger = await createOwner(test.db)
  const theirs = await createFolder(test.db, rootOf(stranger), { creator: stranger })
  await createSpokenFile(test, { folder: theirs, owner: stranger }, [`${SECRET}が決まりました。`])
  return createSpokenFile(test, { folder, owner, title: TITLE }, SPOKEN)
}

/** Puts the attack into its place; the rest of the recording is as usual. */
export async function plantAttack({ db }: TestApp, file: SpokenFile, { place, text }: Attack): Promise<void> {
  await db
    .updateTable('blocks')
    .set({ content: place === 'transcript' ? text : SPOKEN[0], terms: jsonb([]) })
    .where('uuid', '=', file.uuids[0]!)
    .execute()
  await db
    .updateTable('files')
    .set({ title: place === 'title' ? text : TITLE })
    .where('id', '=', file.id)
    .execute()
  const name = place === 'speaker' ? text : SPEAKER
  await db.updateTable('speakers').set({ name, name_key: null }).where('id', 'in', file.speakerIds).execute()
}
