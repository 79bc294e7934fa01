// Generates an OpenAPI document from the contract. Pure: lists exactly the served operations.
import { errorTexts, operationTexts } from '@kaiwa/contract/api-texts/index.ts'
import { type ErrorCode, errorStatus } from '@kaiwa/contract/errors.ts'
import { failure } from '@kaiwa/contract/failure-body.ts'
import type { Operation } from '@kaiwa/contract/operation.ts'
import * as z from 'zod'
import { describeFields, textOf } from './describe-fields.ts'

type Json = { [key: string]: unknown }

/** Error codes that any call with this access can return, in addition to its own. */
const commonCodes = ({ method, access, params, query, body, rateLimit }: Operation): ErrorCode[] => [
  ...(access === 'public' ? [] : (['E_NO_ACCESS_TOKEN', 'E_INVALID_ACCESS_TOKEN', 'E_USER_DISABLED'] as const)),
  // Every changing call of a page of another site is refused.
  ...(access === 'operator' || method !== 'GET' ? (['E_FORBIDDEN'] as const) : []),
  ...(params ? (['E_NOT_FOUND'] as const) : []),
  ...(query || body ? (['E_UNPROCESSABLE_ENTITY'] as const) : []),
  ...(rateLimit ? (['E_TOO_MANY_REQUESTS'] as const) : []),
  'E_INTERNAL',
  'E_UNAVAILABLE',
]

/** All error codes that a call of this operation can return, without duplicates. */
export const errorCodes = (operation: Operation): ErrorCode[] => [
  ...new Set([...operation.errors, ...commonCodes(operation)]),
]

// Local references of a schema point at its root; in a component they must point at the component.
const relocate = (value: unknown, at: string): unknown => {
  if (Array.isArray(value)) return value.map((inner) => relocate(inner, at))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key === '$ref' && typeof inner === 'string'
        ? [key, inner === '#' ? at : inner.replace(/^#\/\$defs\//, `${at}.`)]
        : [key, relocate(inner, at)],
    ),
  )
}

/** A schema without the keywords that only a whole document has. */
const toSchema = (schema: z.ZodType, io: 'input' | 'output'): { root: Json; definitions: Record<string, Json> } => {
  const { $defs = {}, $schema: _, ...root } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return { root, definitions: $defs }
}

/** Descriptions of the operation for its parameters and fields, by name. */
type Texts = Readonly<Record<string, string>>

/** Adds a schema as components `name`, `name.__schema0`, … and returns a reference to the first. */
const addComponent = (
  components: Json,
  { name, schema, io, texts = {} }: { name: string; schema: z.ZodType; io: 'input' | 'output'; texts?: Texts },
): Json => {
  const { root, definitions } = toSchema(schema, io)
  const at = `#/components/schemas/${name}`
  components[name] = describeFields(relocate(root, at), { parent: name, texts })
  for (const [key, definition] of Object.entries(definitions))
    components[`${name}.${key}`] = describeFields(relocate(definition, at), { parent: name, texts })
  return { $ref: at }
}

const parameters = ({ path, params, query, requiredQuery = [] }: Operation, texts: Texts): Json[] => {
  const place = (name: string) => new RegExp(`([^/]+)/\\{${name}\\}`).exec(path)?.[1] ?? ''
  return [params, query].flatMap((schema, index) => {
    if (!schema) return []
    const { properties = {}, required = [] } = toSchema(schema, 'input').root as z.core.JSONSchema.ObjectSchema
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: schema === params ? 'path' : 'query',
      required: index === 0 || required.includes(name) || requiredQuery.includes(name),
      description: textOf(name, { parent: '', isTop: true, texts, path: `${place(name)}/{${name}}`, schema: property }),
      schema: property,
    }))
  })
}

/** Codes whose answers have a Retry-After header. */
const WAITS: ErrorCode[] = ['E_TOO_MANY_REQUESTS', 'AUTH_RESET_PASSWORD_REQUEST_THROTTLED', 'E_UNAVAILABLE']
const retryAfter: Json = {
  description: 'Seconds to wait before the call is made again.',
  schema: { type: 'integer', minimum: 1 },
}

const failures = (operation: Operation): Json => {
  const byStatus = Map.groupBy(errorCodes(operation), (code) => errorStatus[code])
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `${code}: ${errorTexts[code]}`).join('\n'),
        ...(codes.some((code) => WAITS.includes(code)) ? { headers: { 'Retry-After': retryAfter } } : {}),
        content: {
          'application/json': {
            schema: { allOf: [{ $ref: '#/components/schemas/Failure' }, { properties: { error: { enum: codes } } }] },
          },
        },
      },
    ]),
  )
}

const contents = ({ name, produces, response }: Operation, components: Json, texts: Texts): Json =>
  produces
    ? Object.fromEntries(produces.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))
    : {
        'application/json': {
          schema: addComponent(components, { name: `${name}.response`, schema: response, io: 'output', texts }),
        },
      }

/** The request body of an operation. It is optional when no field is required. */
const bodyOf = ({ name, body, form }: Operation, components: Json, texts: Texts): Json => {
  if (form) {
    const { fields = z.object({}), file } = form
    const { root } = toSchema(fields, 'input')
    const { properties = {}, required = [] } = root as z.core.JSONSchema.ObjectSchema
    const schema = describeFields(
      {
        type: 'object',
        properties: { file: { type: 'string', format: 'binary' }, ...properties },
        required: [...(file.isRequired ? ['file'] : []), ...required],
      },
      { parent: `${name}.body`, texts },
    )
    components[`${name}.body`] = schema
    const encoding = { file: { contentType: file.types.join(', ') } }
    const reference = { $ref: `#/components/schemas/${name}.body` }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: reference, encoding } } } }
  }
  if (!body) return {}
  const schema = addComponent(components, { name: `${name}.body`, schema: body, io: 'input', texts })
  const required = !body.safeParse({}).success
  return { requestBody: { required, content: { 'application/json': { schema } } } }
}

const texts = new Map(
  Object.entries(operationTexts).flatMap(([group, operations]) =>
    Object.entries(operations).map(([name, text]) => [name, { group, ...text }] as const),
  ),
)

const describe = (operation: Operation, components: Json): Json => {
  const { name, access, status } = operation
  const { group, summary, description, fields = {}, answer = {} } = texts.get(name) ?? {}
  return {
    operationId: name,
    ...(group ? { tags: [group], summary, description } : {}),
    security: access === 'public' ? [] : [{ bearer: [] }, { cookie: [] }],
    'x-access': access,
    'x-error-codes': errorCodes(operation),
    parameters: parameters(operation, fields),
    ...bodyOf(operation, components, fields),
    responses: {
      [status]: {
        description: 'Success',
        content: contents(operation, components, answer),
      },
      ...failures(operation),
    },
  }
}

/** Returns an OpenAPI 3.1 document of these operations, with the base path `/api`. */
export const openapi = (operations: readonly Operation[], cookieName: string): Json => {
  const components: Json = {}
  addComponent(components, { name: 'Failure', schema: failure, io: 'output' })
  const paths: Record<string, Json> = {}
  for (const operation of operations)
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = describe(operation, components)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kaiwa',
      version: '1',
      description: 'Times of recordings are in seconds, sizes in MB of 1,048,576 bytes, instants as ISO 8601 in UTC.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    tags: Object.keys(operationTexts).map((name) => ({ name })),
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: cookieName },
      },
    },
  }
}
