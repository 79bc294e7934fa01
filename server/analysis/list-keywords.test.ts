import { listKeywords } from '@kaiwa/contract/analysis.ts'
import { deleteFile } from '@kaiwa/contract/files.ts'
import { keywordsOf } from '@kaiwa/transcript/analysis/keywords.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createEditingFixture,
  createFixtureFile,
  type EditingFixture,
  readFixture,
} from '../test/factories/editing-fixture.ts'
import { createFile } from '../test/factories/items.ts'
import { createLongTranscript } from '../test/factories/transcripts.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import type { Caller } from '../test/test-calls.ts'

let test: TestApp
let fixture: EditingFixture
beforeAll(async () => {
  test = await openTestApp()
  fixture = await createEditingFixture(test, { blocks: 40, phrases: 3 })
})
afterAll(() => test.close())

function list(page = 1, as: Caller = fixture.viewer, fileId = fixture.file.id) {
  return test.call(listKeywords, { params: { fileId }, query: { page } }, as)
}

/** Gives the words of a transcript the dictionary forms `w0`, `w1`, …, with falling scores. */
async function nameWords(transcriptId: number, count: number) {
  await sql`
    update blocks set terms = (
      select jsonb_agg(term || jsonb_build_object('base', 'w' || (at % ${count}), 'type', 3, 'score', 1 - (at % ${count}) / 100.0) order by at)
      from jsonb_array_elements(terms) with ordinality as word (term, at)
    ) where transcript_id = ${transcriptId}
  `.execute(test.db)
}

it('ANA-10 answers the keywords of a file with their parts of speech, counts, scores and shares of speakers', async () => {
  const { blocks } = await readFixture(test, fixture)
  const { last_page } = (await list()).body
  const pages = await Promise.all(Array.from({ length: last_page }, async (_, at) => (await list(at + 1)).body.data))
  const bySpelling = (a: { base: string; type: number }, b: { base: string; type: number }) =>
    a.type - b.type || (a.base < b.base ? -1 : 1)
  const expected = keywordsOf(blocks)
  expect(expected.length).toBeGreaterThan(10)
  expect(pages.flat().sort(bySpelling)).toMatchObject(
    expected.map(({ base, type, count, score, speakers }) => ({ base, type, count, score, speakers })).sort(bySpelling),
  )
})

it('ANA-09 ANA-10 returns ten keywords per page, the heaviest first', async () => {
  const own = await createFixtureFile(test, fixture, { blocks: 4, phrases: 4 })
  await nameWords(own.transcriptId, 12)
  const pages = await Promise.all([1, 2, 3].map(async (page) => (await list(page, own.viewer, own.file.id)).body))
  expect(pages.map(({ data, current_page, last_page }) => [data.length, current_page, last_page])).toEqual([
    [10, 1, 2],
    [2, 2, 2],
    [0, 3, 2],
  ])
  const scores = pages.flatMap(({ data }) => data.map(({ score }) => score))
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
})

it('ANA-10 is empty for a file without a transcript, and 404 for strangers and deleted files', async () => {
  const empty = await createFile(test.db, fixture.folder, { creator: fixture.owner })
  expect((await list(1, fixture.viewer, empty.id)).body).toEqual({ data: [], current_page: 1, last_page: 1 })
  expect((await list(1, fixture.stranger)).status).toBe(404)
  await test.succeed(deleteFile, { params: { projectId: empty.projectId, id: empty.id } }, fixture.owner)
  expect((await list(1, fixture.viewer, empty.id)).status).toBe(404)
})

it('ANA-10 answers for a recording of ten hours', async () => {
  const file = await createFile(test.db, fixture.folder, { creator: fixture.owner })
  await createLongTranscript(test.db, file, 24_000)
  const { body } = await list(1, fixture.viewer, file.id)
  expect(body.data[0]?.count).toBe(24_000)
  expect(body.data[0]?.speakers).toEqual([{ speaker_id: null, share: 1 }])
})
