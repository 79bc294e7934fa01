// The store writes a state only by a transition of the table, and refuses every other one without a change.
import { fileStatus } from '@kaiwa/contract/files.ts'
import { transcriptStatus } from '@kaiwa/contract/transcripts.ts'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Trx } from '../../platform/database/database.ts'
import { createFile, createFolder, rootOf, type TestFile } from '../../test/factories/items.ts'
import { createOwner, type TestOwner } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { findTransition, type LifecycleEvent, type State, type Trigger } from '../lifecycle.ts'
import * as transitions from './transitions.ts'

let test: TestApp
let owner: TestOwner
let file: TestFile
beforeAll(async () => {
  test = await openTestApp()
  owner = await createOwner(test.db)
  const folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  file = await createFile(test.db, folder, { creator: owner })
})
afterAll(() => test.close())

const states = fileStatus.options.flatMap((status) =>
  (['none', ...transcriptStatus.options] as const).map((transcript): State => `${status}/${transcript}`),
)

const RUN = 7

async function setState(state: State): Promise<void> {
  const [status, transcript] = state.split('/') as [string, string]
  await test.db.deleteFrom('transcripts').where('file_id', '=', file.id).execute()
  await test.db.updateTable('files').set({ status, run: RUN, failed_reason: null }).where('id', '=', file.id).execute()
  if (transcript !== 'none')
    await test.db.insertInto('transcripts').values({ file_id: file.id, status: transcript }).execute()
}

async function readState() {
  const row = await test.db
    .selectFrom('files')
    .leftJoin('transcripts', 'transcripts.file_id', 'files.id')
    .select(['files.status', 'transcripts.status as transcript', 'run', 'failed_reason'])
    .where('files.id', '=', file.id)
    .executeTakeFirstOrThrow()
  return { state: `${row.status}/${row.transcript ?? 'none'}`, run: row.run, reason: row.failed_reason }
}

type Write = (trx: Trx) => Promise<unknown>
const timeout = { reason: 'timeout', note: null } as const
const writes: [name: string, event: LifecycleEvent, by: Trigger, write: Write][] = [
  ['markUploaded', 'start', 'upload', (trx) => transitions.markUploaded(trx, file.id, 1)],
  ['markStopped', 'stop', 'upload', (trx) => transitions.markStopped(trx, file.id, 1)],
  ['markListening', 'listen', 'worker', (trx) => transitions.markListening(trx, file.id)],
  ['markListenedAgain', 'listen-again', 'person', (trx) => transitions.markListenedAgain(trx, file.id, 'ja')],
  ['markProcessing', 'begin', 'worker', (trx) => transitions.markProcessing(trx, file.id)],
  ['markProcessed', 'finish', 'worker', (trx) => transitions.markProcessed(trx, file.id, null)],
  ['markFailed', 'fail', 'upload', (trx) => transitions.markFailed(trx, file.id, { ...timeout, by: 'upload' })],
  ['markFailed', 'fail', 'worker', (trx) => transitions.markFailed(trx, file.id, { ...timeout, by: 'worker' })],
  ['markCanceled', 'cancel', 'person', (trx) => transitions.markCanceled(trx, [file.id], owner.id)],
  [
    'markRetried',
    'retry',
    'person',
    (trx) => transitions.markRetried(trx, file.id, { userId: owner.id, language: 'ja' }),
  ],
  ['openTranscript', 'open-import', 'person', (trx) => transitions.openTranscript(trx, file.id)],
  ['markImported', 'import', 'person', (trx) => transitions.markImported(trx, file.id, 'ja')],
]

it.each(writes)('%s (%s by %s) writes the next state, or refuses and changes nothing', async (_, event, by, write) => {
  for (const from of states) {
    await setState(from)
    const known = findTransition(from, event, by)
    const written = test.db.transaction().execute(write)
    if (!known) {
      await expect(written).rejects.toThrow(`no transition '${event}' by ${by} from ${from}`)
      expect(await readState()).toEqual({ state: from, run: RUN, reason: null })
      continue
    }
    await written
    const [status, transcript] = from.split('/')
    expect(await readState()).toEqual({
      state: `${known.status ?? status}/${known.transcriptStatus ?? transcript}`,
      run: known.endsRun ? RUN + 1 : RUN,
      reason: event === 'fail' ? 'timeout' : null,
    })
  }
})

it('ends the runs of several files in different states', async () => {
  const folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  const make = (status: 'uploaded' | 'processing') => createFile(test.db, folder, { creator: owner, status })
  const [one, two, three] = [await make('uploaded'), await make('processing'), await make('processing')]
  await test.db.insertInto('transcripts').values({ file_id: three.id, status: 'processing' }).execute()
  const ids = [one.id, two.id, three.id]
  await test.db.transaction().execute((trx) => transitions.markCanceled(trx, ids, owner.id))
  const { rows } = await sql<{ state: string; run: number }>`
    select files.status || '/' || coalesce(transcripts.status, 'none') as state, run
    from files left join transcripts on file_id = files.id where files.id = any(${ids}::integer[]) order by files.id
  `.execute(test.db)
  expect(rows).toEqual([
    { state: 'canceled/none', run: 1 },
    { state: 'canceled/none', run: 1 },
    { state: 'canceled/canceled', run: 1 },
  ])
})

it('is the only code that writes status, run, failed_reason and the status of transcripts', () => {
  const server = fileURLToPath(new URL('../..', import.meta.url))
  const sources = globSync('**/*.ts', { cwd: server }).filter(
    (name) => !/\.test\.ts$|^(test|seeds|migrations|node_modules)\//.test(name),
  )
  // A statement of kysely or plain SQL that changes one of the two tables, up to its execution.
  const statement =
    /(?:updateTable|insertInto)\('(?:files|transcripts)'\)[\s\S]*?\.execute|(?:update|insert into) (?:files|transcripts)\b[\s\S]*?`/g
  const column = /\b(?:status|run|failed_reason)\b\s*(?:[:,}=]|\))/
  const writers = sources.filter((name) =>
    (readFileSync(`${server}/${name}`, 'utf8').match(statement) ?? []).some((one) =>
      column.test(one.replaceAll(/where\b[\s\S]*/g, '')),
    ),
  )
  expect(writers).toEqual(['processing/store/transitions.ts'])
})
