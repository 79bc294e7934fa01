// Exports and imports files as a client does.
import type { ImportProblem, ImportSummary } from '@kaiwa/contract/exchange.ts'
import type { FieldErrors } from '@kaiwa/contract/errors.ts'
import type { TestApp } from '../open-test-app.ts'
import { readFixture, type EditingFixture } from './editing-fixture.ts'

interface As {
  token: string
}
interface Failure {
  error?: string
  reason?: string
  errors?: FieldErrors
  problems?: ImportProblem[]
}

/** SRT subtitles of one second each. */
export function srt(...texts: string[]): string {
  return texts
    .map((text, index) => `${index + 1}\n00:00:0${index},000 --> 00:00:0${index + 1},000\n${text}\n`)
    .join('\n')
}

/** Exports a file and returns the bytes. */
export async function exportFile(
  { http }: Pick<TestApp, 'http'>,
  { file, owner }: Pick<EditingFixture, 'file' | 'owner'>,
  query: string,
  as: As = owner,
) {
  const url = `/api/files/${file.id}/export?${query}`
  const answer = await http.inject({ url, headers: { authorization: `Bearer ${as.token}` } })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload, text: answer.body }
}

/** Uploads a file (with form fields) to be imported, or with `/check` only to be checked. */
export async function importFile(
  { http }: Pick<TestApp, 'http'>,
  { file, owner }: Pick<EditingFixture, 'file' | 'owner'>,
  content: string | Uint8Array,
  fields: Record<string, string> = {},
  { as = owner, path = '' }: { as?: As; path?: '' | '/check' } = {},
) {
  const form = new FormData()
  form.set('file', new File([typeof content === 'string' ? content : new Uint8Array(content)], 'transcript'))
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const request = new Response(form)
  const answer = await http.inject({
    method: 'POST',
    url: `/api/files/${file.id}/import${path}`,
    headers: { authorization: `Bearer ${as.token}`, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: answer.statusCode, body: answer.json<ImportSummary & { is_changed: boolean } & Failure>() }
}

/** Helpers to read the test's file and to send imports to it; both arguments are read at each call. */
export function openImportCalls(opened: () => TestApp, fixture: () => EditingFixture) {
  const read = () => readFixture(opened(), fixture())
  return {
    read,
    revision: async () => String((await read()).revision),
    send: (content: string | Uint8Array, fields?: Record<string, string>, more?: Parameters<typeof importFile>[4]) =>
      importFile(opened(), fixture(), content, fields, more),
  }
}
