import { previewExport } from '@kaiwa/contract/exchange.ts'
import { EXPORT_FORMATS } from '@kaiwa/contract/exchange-formats.ts'
import { changeSection } from '@kaiwa/contract/sections.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEditingFixture, readFixture, type EditingFixture } from '../test/factories/editing-fixture.ts'
import { exportFile } from '../test/factories/exchange-calls.ts'
import { createFile } from '../test/factories/items.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'

let test: TestApp
let fixture: EditingFixture
let begins: string
beforeAll(async () => {
  test = await openTestApp()
  fixture = await createEditingFixture(test)
  const { blocks } = await readFixture(test, fixture)
  begins = blocks[2]?.uuid ?? ''
  const body = { block_uuid: begins, section_name: '予算' }
  await test.succeed(changeSection, { body }, fixture.owner)
  await test.db.updateTable('files').set({ title: '商談 "7/1" (大阪)' }).where('id', '=', fixture.file.id).execute()
})
afterAll(() => test.close())

function take(query: string, as?: { token: string }) {
  return exportFile(test, fixture, query, as)
}

it.each([
  ['txt', 'text/plain; charset=utf-8'],
  ['md', 'text/markdown; charset=utf-8'],
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['srt', 'application/x-subrip'],
  ['vtt', 'text/vtt; charset=utf-8'],
  ['csv', 'text/csv; charset=utf-8'],
  ['json', 'application/json'],
])('%s is sent with its content type and file name', async (format, type) => {
  const { status, headers, bytes, text } = await take(`format=${format}`)
  expect([status, headers['content-type'], headers['x-content-type-options']]).toEqual([200, type, 'nosniff'])
  expect(headers['content-disposition']).toBe(
    `attachment; filename="__ _7_1_ (__).${format}"; filename*=UTF-8''%E5%95%86%E8%AB%87%20_7_1_%20%28%E5%A4%A7%E9%98%AA%29.${format}`,
  )
  if (format === 'docx') expect(bytes.subarray(0, 2).toString()).toBe('PK')
  else expect(text).toContain('水曜日')
})

it('contains the requested parts and sections', async () => {
  expect((await take('format=txt')).text).toMatch(/話者1  00:00\n.*■ 予算/s)
  const bare = await take('format=txt&speakers=false&times=false&sections=false&tags=false')
  expect(bare.text).not.toMatch(/話者|00:|■/)
  const { text } = await take(`format=txt&section=${begins.toUpperCase()}`)
  expect([text.includes('水曜日'), text.includes('本日は')]).toEqual([
    true,
    (await take('format=txt')).text.split('本日は').length > 2,
  ])
  expect((await take('format=srt&section=start&section=x')).text.match(/-->/g)).toHaveLength(2)
})

it('readers of a file can export it; tables need the role of editor', async () => {
  expect((await take('format=txt', fixture.viewer)).status).toBe(200)
  const refused = await take('format=csv', fixture.viewer)
  expect([refused.status, refused.text]).toEqual([403, '{"reason":"role","error":"E_FORBIDDEN"}'])
  expect((await take('format=csv', fixture.editor)).status).toBe(200)
  for (const format of EXPORT_FORMATS) expect((await take(`format=${format}`, fixture.stranger)).status).toBe(404)
  const file = await createFile(test.db, fixture.folder, { creator: fixture.owner, status: 'failed' })
  expect((await exportFile(test, { ...fixture, file }, 'format=txt')).status).toBe(409)
})

it.each([
  ['format=pdf', { format: ['format'] }],
  ['', { format: ['required'] }],
  ['format=txt&times=maybe', { times: ['format'] }],
])('refuses the query %j', async (query, errors) => {
  const { status, text } = await take(query)
  expect([status, JSON.parse(text)]).toEqual([422, { error: 'E_UNPROCESSABLE_ENTITY', errors }])
})

it('previews the beginning and the sections of an export', async () => {
  const look = (query: Parameters<typeof test.succeed<typeof previewExport>>[1]['query']) =>
    test.succeed(previewExport, { params: { fileId: fixture.file.id }, query }, fixture.viewer)
  const { file_name, text, is_whole, sections, has_start } = await look({ format: 'vtt' })
  expect([file_name, text.slice(0, 6), is_whole, has_start]).toEqual(['商談 _7_1_ (大阪).vtt', 'WEBVTT', true, true])
  expect(sections).toEqual([{ uuid: begins, name: '予算', start_time: expect.any(Number) }])
  const { text: lines, is_whole: isAll } = await look({ format: 'json' })
  expect([lines.split('\n').length <= 30, lines.length <= 4000, isAll]).toEqual([true, true, false])
  expect((await look({ format: 'docx' })).text).toContain('■ 予算')
})

it('the OpenAPI page describes the file formats', async () => {
  const { paths } = (await test.http.inject('/api/openapi.json')).json<{
    paths: Record<string, { get: { responses: Record<string, { content: object }> } }>
  }>()
  expect(Object.keys(paths['/files/{fileId}/export']?.get.responses['200']?.content ?? {})).toContain('text/vtt')
})
