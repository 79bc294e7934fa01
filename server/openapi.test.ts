// The OpenAPI document as the server serves it to developers of other programs.
import * as contract from '@kaiwa/contract'
import * as broadcasting from '@kaiwa/contract/broadcasting.ts'
import { errorStatus } from '@kaiwa/contract/errors.ts'
import { failure } from '@kaiwa/contract/failure-body.ts'
import { ROLE_NAME } from '@kaiwa/contract/roles.ts'
import { dereference, validate } from '@readme/openapi-parser'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from './test/open-test-app.ts'

interface Json {
  [key: string]: unknown
}
interface Described {
  operationId: string
  summary?: string
  description?: string
  tags?: string[]
  parameters: { name: string; in: string; required: boolean; description?: string; schema: Json }[]
  requestBody?: { required: boolean; content: Record<string, { schema: Json; encoding?: Json }> }
  responses: Record<string, { description: string; headers?: Json; content: Record<string, { schema: Json }> }>
}
interface Document {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Json> }
}

let test: TestApp
let document: Document
/** The document with all references resolved. */
let whole: Document
let operations: Described[]
beforeAll(async () => {
  test = await openTestApp()
  document = (await test.http.inject('/api/openapi.json')).json<Document>()
  whole = await dereference(structuredClone(document) as never)
  // An operation without parameters does not have the field.
  operations = Object.values(whole.paths).flatMap((methods) =>
    Object.values(methods).map((one) => ({ ...one, parameters: one.parameters ?? [] })),
  )
})
afterAll(() => test.close())

function named(name: string): Described {
  const found = operations.find(({ operationId }) => operationId === name)
  if (!found) throw new Error(`${name} is not in the document`)
  return found
}

function parameter(operation: string, name: string) {
  return named(operation).parameters.find((one) => one.name === name)
}

function form(operation: string) {
  const content = named(operation).requestBody?.content['multipart/form-data']
  return { ...content, schema: content?.schema as { properties: Record<string, Json>; required: string[] } }
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null
}

/** Every field of a schema at any depth, as path and schema. References are resolved before. */
function fieldsOf(schema: unknown, path: string): [path: string, schema: Json][] {
  if (Array.isArray(schema)) return schema.flatMap((one) => fieldsOf(one, path))
  if (!isJson(schema)) return []
  const { properties } = schema
  const own = isJson(properties)
    ? Object.entries(properties).flatMap(([name, field]): [string, Json][] => [
        [`${path}.${name}`, field as Json],
        ...fieldsOf(field, `${path}.${name}`),
      ])
    : []
  const others = ['items', 'anyOf', 'oneOf', 'allOf', 'additionalProperties'].flatMap((key) =>
    fieldsOf(schema[key], path),
  )
  return [...own, ...others]
}

function allFields() {
  return Object.entries(document.components.schemas).flatMap(([name, schema]) => fieldsOf(schema, name))
}

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1 according to two validators', async () => {
    expect(await new Validator().validate(structuredClone(document) as never)).toMatchObject({ valid: true })
    expect(await validate(structuredClone(document) as never)).toMatchObject({ valid: true })
  })

  it('is not accepted by these validators when it is broken', async () => {
    const broken = { ...structuredClone(document), paths: { '/a/{id}': { get: { parameters: 1 } } } }
    expect(await new Validator().validate(structuredClone(broken) as never)).toMatchObject({ valid: false })
    expect(await validate(structuredClone(broken) as never)).toMatchObject({ valid: false })
  })

  it('describes every operation of the contract, in a group', () => {
    const all = [...Object.values(contract), broadcasting].flatMap((domain) => Object.values(domain as object))
    const names = all.flatMap((one) => (isJson(one) && 'method' in one ? [one['name']] : []))
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(names.toSorted())
    for (const { operationId, summary, description, tags } of operations) {
      expect([operationId, summary, tags?.length]).toEqual([
        operationId,
        expect.stringMatching(/^[A-Z].{5,80}[^.]$/),
        1,
      ])
      expect([operationId, description]).toEqual([operationId, expect.stringMatching(/^.{5,}\.$/s)])
    }
  })

  it('describes every parameter and every field of requests and answers', () => {
    const parameters = operations.flatMap((one) =>
      one.parameters.map(({ name, description }) => [`${one.operationId}.${name}`, description] as const),
    )
    const fields = allFields().map(([path, { description }]) => [path, description] as const)
    expect(parameters.length + fields.length).toBeGreaterThan(1_000)
    const bare = [...parameters, ...fields].filter(([, text]) => !/^[A-Z`0-9].*\.$/s.test(String(text)))
    expect(bare).toEqual([])
  })

  it.each([
    ['start_time', /seconds/],
    ['end_time', /seconds/],
    ['duration', /seconds|minutes/],
    ['talk_time', /seconds/],
    ['total_size', /MB/],
    ['original_size', /MB/],
    ['storage', /MB/],
    ['minute', /minutes/],
    ['offset', /UTF-16|byte/],
    ['expired_at', /Unix seconds/],
    ['until', /ISO 8601/],
    ['score', /0 to 1/],
  ])('gives the unit of %s', (name, unit) => {
    const texts = allFields().filter(([path]) => path.endsWith(`.${name}`))
    expect(texts.length).toBeGreaterThan(0)
    for (const [path, { description }] of texts)
      expect([path, description]).toEqual([path, expect.stringMatching(unit)])
  })

  it('describes the announced size and duration', () => {
    const text = (name: string) => allFields().find(([path]) => path === `requestUpload.body.files.${name}`)?.[1]
    expect([text('size')?.['description'], text('duration')?.['description']]).toEqual([
      'Size in MB of 1,048,576 bytes.',
      'Duration in minutes; 0 when the client does not know it.',
    ])
  })

  it.each([
    ['uploadAvatar', ['file'], ['file']],
    ['uploadSpeakerAvatar', ['file'], ['file']],
    ['updateSpeaker', ['file', 'name', 'description'], ['name']],
    ['checkImport', ['file', 'names'], ['file']],
    ['importTranscript', ['file', 'names', 'revision', 'take_over'], ['file']],
  ])('lists the form parts of %s', (operation, fields, required) => {
    const { schema, encoding } = form(operation)
    expect(Object.keys(schema.properties)).toEqual(fields)
    expect(schema.required).toEqual(required)
    expect(schema.properties['file']).toMatchObject({ type: 'string', format: 'binary' })
    expect(encoding).toEqual({ file: { contentType: expect.stringMatching(/^(image\/jpeg|application\/x-subrip), /) } })
  })

  it('describes a form for every operation that takes one', () => {
    const multipart = Object.values(contract)
      .flatMap((domain) => Object.values(domain as object))
      .filter((one): one is { name: string } => isJson(one) && one['consumes'] === 'multipart')
    expect(multipart.length).toBe(5)
    for (const { name } of multipart) expect(form(name).schema.required.length).toBeGreaterThan(0)
  })

  it('describes switches as enums with their defaults', () => {
    for (const operation of ['exportTranscript', 'previewExport'])
      for (const part of ['speakers', 'times', 'tags', 'sections'])
        expect(parameter(operation, part)?.schema).toMatchObject({ enum: ['true', 'false'], default: 'true' })
    for (const operation of ['resendVerification', 'resendMagicLogin', 'resendMagicRegistration'])
      expect(parameter(operation, 'is_app')?.schema).toMatchObject({ enum: ['0', '1', 'false', 'true'], default: '0' })
  })

  it.each(['0', '1', 'false', 'true'])('the documented switch value %s is accepted', async (value) => {
    for (const path of ['account/verify/resend', 'auth/login-magic/resend', 'register-magic/resend']) {
      const answer = await test.http.inject(
        `/api/${path}?email=${path.replaceAll('/', '-')}-${value}@example.com&is_app=${value}`,
      )
      expect([path, answer.statusCode]).toEqual([path, 200])
    }
    expect((await test.http.inject(`/api/account/verify/resend?email=a@example.com&is_app=yes`)).statusCode).toBe(422)
  })

  it('describes every role as an enum with the meaning of each number', () => {
    const roles = allFields().filter(([path]) => /\.(role|role_id|role_ids|temp_role_id)$/.test(path))
    expect(roles.length).toBeGreaterThan(20)
    const parameters = operations.flatMap(({ operationId, parameters: all }) =>
      all
        .filter(({ name }) => name.startsWith('role'))
        .map(({ name, ...one }) => [`${operationId}.${name}`, one] as const),
    )
    expect(parameters.map(([path]) => path).toSorted()).toEqual(['listWorkspaceMembers.role', 'searchMembers.role_id'])
    for (const [path, schema] of [...roles, ...parameters]) {
      const [, values = ''] = /"enum":\[([\d,]+)\]/.exec(JSON.stringify(schema)) ?? []
      expect([path, values.length]).not.toEqual([path, 0])
      for (const id of values.split(',').map(Number) as (keyof typeof ROLE_NAME)[])
        expect([path, schema['description']]).toEqual([path, expect.stringContaining(`${id} ${ROLE_NAME[id]}`)])
    }
  })

  it('marks ids as required where a call without them is refused', () => {
    expect(parameter('deleteTag', 'tagId')?.required).toBe(true)
    expect(parameter('deleteFolderTag', 'tagId')?.required).toBe(true)
    const untag = named('untagPassage').parameters.filter(({ required }) => required)
    expect(untag.map(({ name }) => name).toSorted()).toEqual(['block_uuid', 'id', 'tag_uuid'])
    expect(named('mergeSpeakers').requestBody?.content['application/json']?.schema['required']).toEqual([
      'project_id',
      'target_speaker_id',
      'destination_speaker_id',
    ])
  })

  it('marks a body as required only where a call without one is refused', () => {
    const optional = operations.filter(({ requestBody }) => requestBody && !requestBody.required)
    expect(optional.map(({ operationId }) => operationId)).toEqual(
      expect.arrayContaining(['releaseLock', 'retryFile', 'requestLock', 'untagPassage', 'deleteTag']),
    )
    expect(named('renameItem').requestBody?.required).toBe(true)
  })

  it('describes the codes of every failure, and Retry-After where it is sent', () => {
    for (const { operationId, responses } of operations)
      for (const [status, { description, headers, content }] of Object.entries(responses)) {
        if (Number(status) < 400) continue
        for (const line of description.split('\n')) {
          const [, code = '', text = ''] = /^(\w+): (.+)$/.exec(line) ?? []
          expect([operationId, errorStatus[code as keyof typeof errorStatus], text]).toEqual([
            operationId,
            Number(status),
            expect.stringMatching(/\.$/),
          ])
        }
        if (status === '429' || status === '503') expect(Object.keys(headers ?? {})).toEqual(['Retry-After'])
        expect(JSON.stringify(content)).toContain('"request_id"')
      }
  })

  it('allows no other field or code in a failure', () => {
    expect(failure.safeParse({ error: 'E_NOT_FOUND' }).success).toBe(true)
    expect(failure.safeParse({ error: 'E_NOT_FOUND', stack: 'at …' }).success).toBe(false)
    expect(failure.safeParse({ error: 'E_SOMETHING' }).success).toBe(false)
  })

  it('lists every field of a failure', () => {
    const { properties, required } = document.components.schemas['Failure'] as { properties: Json; required: string[] }
    expect(required).toEqual(['error'])
    expect(Object.keys(properties)).toEqual([
      'error',
      'reason',
      'errors',
      'problems',
      'lock',
      'is_own',
      'revision',
      'block_uuids',
      'ticket',
      'emails',
      'conflicts',
      'messages',
      'request_id',
    ])
  })
})
