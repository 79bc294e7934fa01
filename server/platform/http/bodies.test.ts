// Sends expensive bodies to a listening server. CPU time is that of this thread, which runs server and client: an upper
// bound for the server that does not depend on the load of the machine.
import { request } from 'node:http'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { populateWorkspace } from '../../test/factories/populated-workspace.ts'
import { createOwner } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'

const MB = 1_048_576
/** Maximum size in bytes of an answer that names twenty fields. */
const MAX_REFUSAL = 8_192
const JSON_TYPE = 'application/json'

let test: TestApp
let base: string
let people: Record<'owner' | 'stranger', string>
let paths: Record<'save' | 'upload' | 'folder' | 'avatar', string>
beforeAll(async () => {
  test = await openTestApp()
  base = await test.listen()
  const owner = await createOwner(test.db)
  const { transcriptId, folder, speakerIds } = await populateWorkspace(test.db, owner, '会議')
  people = { owner: owner.token, stranger: (await createOwner(test.db)).token }
  paths = {
    save: `/transcripts/${transcriptId}/blocks`,
    upload: `/projects/${folder.projectId}/uploads/upload-url`,
    folder: `/items/${folder.itemId}`,
    avatar: `/speakers/${speakerIds[0]}/avatar`,
  }
})
afterAll(() => test.close())

interface Sent {
  method?: string
  path: string
  payload: string | Buffer
  as?: string
  type?: string
}
interface Got {
  status: number
  bytes: number
  body: { error: string; errors?: Record<string, string[]> }
  cpuMs: number
}

function send({ method = 'POST', path, payload, as, type = JSON_TYPE }: Sent): Promise<Got> {
  return new Promise((resolve, reject) => {
    const before = process.threadCpuUsage()
    const headers = {
      'content-type': type,
      'content-length': Buffer.byteLength(payload),
      ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
    }
    let isAnswered = false
    const call = request(`${base}/api${path}`, { method, headers, agent: false }, (answer) => {
      isAnswered = true
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        const { user, system } = process.threadCpuUsage(before)
        const bytes = Buffer.concat(chunks)
        resolve({
          status: answer.statusCode ?? 0,
          bytes: bytes.length,
          body: JSON.parse(bytes.toString()) as Got['body'],
          cpuMs: (user + system) / 1000,
        })
      })
    })
    // A caller that is refused before its body is read gets a write error.
    call.on('error', (error) => isAnswered || reject(error))
    call.end(payload)
  })
}

function repeat(value: string, count: number): string {
  return `[${Array.from({ length: count }, () => value).join(',')}]`
}

const lists = repeat('[]', Math.floor((4 * MB) / 3) - 10)

function block(terms: string): string {
  return `{"uuid":"0f8fad5b-d9cb-469f-a165-70867728950e","content":"","start_time":0,"end_time":1,"tags":[],"is_break":false,"terms":${terms}}`
}

function nested(depth: number, inside: string): string {
  return `${'['.repeat(depth)}${inside}${']'.repeat(depth)}`
}

const NULS = Array.from({ length: 1000 }, () => '"\\u0000"').join(',')

type Row = [what: string, sent: () => Sent, status: number, errors: Record<string, string[]> | number | undefined]

describe('refuses a hostile body quickly, with a short answer', () => {
  it.each<Row>([
    [
      '1,000 NULs at 10,000 levels',
      () => ({ path: '/auth/login', payload: `{"email":${nested(10_000, NULS)}}` }),
      422,
      { body: ['format'] },
    ],
    [
      'the same in 116 kB',
      () => ({ path: '/auth/login', payload: `{"email":${nested(48_000, repeat(NULS, 3))}}` }),
      422,
      { body: ['max'] },
    ],
    ['1,000 NULs at 30 levels', () => ({ path: '/auth/login', payload: `{"email":${nested(30, NULS)}}` }), 422, 20],
    [
      'a key of 60 kB with NUL',
      () => ({ path: '/auth/login', payload: `{"${'k'.repeat(60_000)}":"\\u0000"}` }),
      422,
      3,
    ],
    [
      '20,000 empty blocks of a stranger',
      () => ({ method: 'PATCH', path: paths.save, payload: `{"blocks":${repeat('{}', 20_000)}}`, as: people.stranger }),
      404,
      undefined,
    ],
    [
      '20,000 empty blocks of the owner',
      () => ({ method: 'PATCH', path: paths.save, payload: `{"blocks":${repeat('{}', 20_000)}}`, as: people.owner }),
      422,
      20,
    ],
    [
      '30 blocks of 9,999 bad terms',
      () => ({
        method: 'PATCH',
        path: paths.save,
        payload: `{"blocks":${repeat(block(repeat('{}', 9_999)), 30)}}`,
        as: people.owner,
      }),
      422,
      20,
    ],
    [
      '50,000 uuids that are none',
      () => ({ method: 'PATCH', path: paths.save, payload: `{"delete":${repeat('"x"', 50_000)}}`, as: people.owner }),
      422,
      20,
    ],
    [
      '50,001 uuids',
      () => ({ method: 'PATCH', path: paths.save, payload: `{"delete":${repeat('"x"', 50_001)}}`, as: people.owner }),
      422,
      { delete: ['max'] },
    ],
    [
      'a name of 4 MB',
      () => ({ path: paths.folder, payload: JSON.stringify({ name: 'x'.repeat(4 * MB - 100) }), as: people.owner }),
      422,
      { name: ['max'] },
    ],
    [
      'text that is no UTF-8',
      () => ({ path: paths.folder, payload: Buffer.from('{"name":"\xc3("}', 'latin1'), as: people.owner }),
      422,
      { body: ['format'] },
    ],
    [
      'a number beyond every double',
      () => ({
        path: paths.upload,
        payload: '{"files":[{"uuid":"0f8fad5b-d9cb-469f-a165-70867728950e","name":"a.mp3","size":1e400,"duration":1}]}',
        as: people.owner,
      }),
      422,
      { 'files.0.size': ['format'] },
    ],
    [
      'a form of a million fields',
      () => ({
        path: '/tags/categories',
        payload: 'a=&'.repeat(1_000_000),
        as: people.owner,
        type: 'application/x-www-form-urlencoded',
      }),
      422,
      { body: ['max'] },
    ],
    [
      'a form of 100,000 parts',
      () => ({
        path: paths.avatar,
        payload: '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n'.repeat(100_000),
        as: people.owner,
        type: 'multipart/form-data; boundary=b',
      }),
      422,
      { body: ['max'] },
    ],
    ...[
      ['\r\n', 'a:b\r\n', 'c: d'],
      ['; ', 'a="b"; ', 'c="d"'],
      ['; filename="', '%22', '"'],
    ].map(([first = '', sign = '', last = '']): Row => [
      `a form with 9 MB of ${JSON.stringify(sign)} in the headers of a part`,
      () => {
        const name = `${first}${sign.repeat((9 * MB) / sign.length)}${last}`
        const payload = `--b\r\ncontent-disposition: form-data; name="file"${name}\r\n\r\na\r\n--b--\r\n`
        return { path: paths.avatar, payload, as: people.owner, type: 'multipart/form-data; boundary=b' }
      },
      422,
      { body: ['format'] },
    ]),
    [
      'a form in place of JSON',
      () => ({
        path: '/tags/categories',
        payload: '--b--\r\n',
        as: people.owner,
        type: 'multipart/form-data; boundary=b',
      }),
      422,
      { body: ['format'] },
    ],
    [
      'JSON in place of a form',
      () => ({ path: paths.avatar, payload: '{}', as: people.owner }),
      422,
      { body: ['format'] },
    ],
  ])('%s', async (_, sent, status, errors) => {
    const got = await send(sent())
    expect([got.status, got.bytes < MAX_REFUSAL]).toEqual([status, true])
    if (typeof errors === 'number') {
      const fields = Object.keys(got.body.errors ?? {})
      expect(fields).toHaveLength(errors)
      expect(fields.length).toBeLessThanOrEqual(LIMITS.reportedFields)
    } else expect(got.body.errors).toEqual(errors)
    // The computing time of this thread, which contains each time for which it handles nothing else.
    expect(got.cpuMs).toBeLessThan(1000)
  })

  it.each<[string, () => Sent]>([
    ['as the body of a save', () => ({ method: 'PATCH', path: paths.save, payload: lists, as: people.owner })],
    [
      'in a field of a save',
      () => ({ method: 'PATCH', path: paths.save, payload: `{"blocks":${lists}}`, as: people.owner }),
    ],
    [
      'in a field that nobody asked for',
      () => ({ path: paths.folder, payload: `{"name":"a","more":${lists.slice(100, -100)}]}`, as: people.owner }),
    ],
    ['without a session', () => ({ path: '/auth/login', payload: lists })],
  ])('4 MB of [[],[],…] %s cost less than 100 ms', async (_, sent) => {
    const made = sent()
    const costs: number[] = []
    // The smallest counts: the first request compiles the code, and the collector of earlier garbage runs in any of them.
    for (let request = 0; request < 4; request += 1) {
      const { status, cpuMs, body } = await send(made)
      expect([status, body.errors]).toEqual([422, { body: ['max'] }])
      costs.push(cpuMs)
    }
    expect(Math.min(...costs)).toBeLessThan(100)
  })
})

it('the server answers other requests during an attack', async () => {
  const attacks = Array.from({ length: 8 }, () =>
    send({ method: 'PATCH', path: paths.save, payload: `{"blocks":${lists}}`, as: people.owner }),
  )
  expect((await test.http.inject('/healthz')).statusCode).toBe(200)
  expect((await Promise.all(attacks)).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 422))
})
