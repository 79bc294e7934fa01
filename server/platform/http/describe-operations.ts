// Describes the operations of the contract as schemas of Fastify routes, from which @fastify/swagger builds the OpenAPI
// document. Pure.
import { errorTexts, operationTexts } from '@kaiwa/contract/api-texts/index.ts'
import { type ErrorCode, errorStatus } from '@kaiwa/contract/errors.ts'
import { failure } from '@kaiwa/contract/failure-body.ts'
import type { Form, Operation } from '@kaiwa/contract/operation.ts'
import type { FastifySchema } from 'fastify'
import * as z from 'zod'
import { describeFields, textOf } from './describe-fields.ts'

interface Json {
  [key: string]: unknown
}

/** Error codes that any call with this access can return, in addition to its own. */
function commonCodes({ method, access, params, query, body, rateLimit }: Operation): ErrorCode[] {
  return [
    ...(access === 'public' ? [] : (['E_NO_ACCESS_TOKEN', 'E_INVALID_ACCESS_TOKEN', 'E_USER_DISABLED'] as const)),
    // Every changing call of a page of another site is refused.
    ...(access === 'operator' || method !== 'GET' ? (['E_FORBIDDEN'] as const) : []),
    ...(params ? (['E_NOT_FOUND'] as const) : []),
    ...(query || body ? (['E_UNPROCESSABLE_ENTITY'] as const) : []),
    ...(rateLimit ? (['E_TOO_MANY_REQUESTS'] as const) : []),
    'E_INTERNAL',
    'E_UNAVAILABLE',
  ]
}

/** All error codes that a call of this operation can return, without duplicates. */
export function errorCodes(operation: Operation): ErrorCode[] {
  return [...new Set([...operation.errors, ...commonCodes(operation)])]
}

// Local references of a schema point at its root; in a component they must point at the component.
function relocate(value: unknown, at: string): unknown {
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
function toSchema(schema: z.ZodType, io: 'input' | 'output'): { root: Json; definitions: Record<string, Json> } {
  const { $defs = {}, $schema: _, ...root } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return { root, definitions: $defs }
}

/** Descriptions of the operation for its parameters and fields, by name. */
type Texts = Readonly<Record<string, string>>

/** Adds a schema as components `name`, `name.__schema0`, … and returns a reference to the first. */
function addComponent(
  components: Json,
  { name, schema, io, texts = {} }: { name: string; schema: z.ZodType; io: 'input' | 'output'; texts?: Texts },
): Json {
  const { root, definitions } = toSchema(schema, io)
  const at = `#/components/schemas/${name}`
  components[name] = describeFields(relocate(root, at), { parent: name, texts })
  for (const [key, definition] of Object.entries(definitions))
    components[`${name}.${key}`] = describeFields(relocate(definition, at), { parent: name, texts })
  return { $ref: at }
}

/** The parameters of a path or query as a schema with a description for each. */
function parametersOf(schema: z.ZodType, { path, requiredQuery = [] }: Operation, texts: Texts): Json {
  const segmentBefore = (name: string) => new RegExp(`([^/]+)/\\{${name}\\}`).exec(path)?.[1] ?? ''
  const { properties = {}, required = [] } = toSchema(schema, 'input').root as z.core.JSONSchema.ObjectSchema
  const described = Object.entries(properties).map(([name, property]) => {
    const context = { parent: '', isTop: true, texts, path: `${segmentBefore(name)}/{${name}}`, schema: property }
    return [name, { ...(property as Json), description: textOf(name, context) }] as const
  })
  return { type: 'object', properties: Object.fromEntries(described), required: [...required, ...requiredQuery] }
}

/** Codes whose answers have a Retry-After header. */
const WAITS: ErrorCode[] = ['E_TOO_MANY_REQUESTS', 'AUTH_RESET_PASSWORD_REQUEST_THROTTLED', 'E_UNAVAILABLE']
const retryAfter: Json = {
  description: 'Seconds to wait before the call is made again.',
  type: 'integer',
  minimum: 1,
}

function failures(operation: Operation): Json {
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

function contents({ name, produces, response }: Operation, components: Json, texts: Texts): Json {
  return produces
    ? Object.fromEntries(produces.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))
    : {
        'application/json': {
          schema: addComponent(components, { name: `${name}.response`, schema: response, io: 'output', texts }),
        },
      }
}

/** The parts of a multipart body as a schema. */
function describeForm({ fields = z.object({}), file }: Form, name: string, texts: Texts): unknown {
  const { properties = {}, required = [] } = toSchema(fields, 'input').root as z.core.JSONSchema.ObjectSchema
  return describeFields(
    {
      type: 'object',
      properties: { file: { type: 'string', format: 'binary' }, ...properties },
      required: [...(file.isRequired ? ['file'] : []), ...required],
    },
    { parent: name, texts },
  )
}

function bodyOf({ name, body, form }: Operation, components: Json, texts: Texts): Json | undefined {
  if (form) components[`${name}.body`] = describeForm(form, `${name}.body`, texts)
  else if (body) addComponent(components, { name: `${name}.body`, schema: body, io: 'input', texts })
  else return undefined
  const type = form ? 'multipart/form-data' : 'application/json'
  return { content: { [type]: { schema: { $ref: `#/components/schemas/${name}.body` } } } }
}

const operationText = new Map(
  Object.entries(operationTexts).flatMap(([group, operations]) =>
    Object.entries(operations).map(([name, text]) => [name, { group, ...text }] as const),
  ),
)

/** Schema of the operation's route. Named schemas are added to `components`. */
function describeOperation(operation: Operation, components: Json): FastifySchema {
  const { name, access, status, params, query } = operation
  const { group, summary, description, fields = {}, answer = {} } = operationText.get(name) ?? {}
  const body = bodyOf(operation, components, fields)
  const extensions = { 'x-access': access, 'x-error-codes': errorCodes(operation) }
  return {
    operationId: name,
    ...(group ? { tags: [group], summary, description } : {}),
    security: access === 'public' ? [] : [{ bearer: [] }, { cookie: [] }],
    ...(params ? { params: parametersOf(params, operation, fields) } : {}),
    ...(query ? { querystring: parametersOf(query, operation, fields) } : {}),
    ...(body ? { body } : {}),
    response: {
      [status]: { description: 'Success', content: contents(operation, components, answer) },
      ...failures(operation),
    },
    ...extensions,
  }
}

/** Sets what @fastify/swagger cannot express: bodies that may be left out, and the media types of a form's file. */
function completeBody({ body, form }: Operation, requestBody: Json): void {
  if (form) {
    const content = requestBody['content'] as Record<string, Json>
    content['multipart/form-data'] = {
      ...content['multipart/form-data'],
      encoding: { file: { contentType: form.file.types.join(', ') } },
    }
  }
  requestBody['required'] = !body?.safeParse({}).success
}

export interface Descriptions {
  /** Schemas of the routes, by name of the operation. */
  schemas: ReadonlyMap<string, FastifySchema>
  /** Adds the named schemas and the groups to a document built from `schemas`. */
  complete: (document: Json) => Json
}

export function describeOperations(operations: readonly Operation[]): Descriptions {
  const components: Json = {}
  addComponent(components, { name: 'Failure', schema: failure, io: 'output' })
  const schemas = new Map(operations.map((operation) => [operation.name, describeOperation(operation, components)]))
  return {
    schemas,
    complete: (document) => {
      const paths = document['paths'] as Record<string, Record<string, Json>>
      for (const operation of operations) {
        const requestBody = paths[operation.path]?.[operation.method.toLowerCase()]?.['requestBody']
        if (requestBody) completeBody(operation, requestBody as Json)
      }
      return {
        ...document,
        tags: Object.keys(operationTexts).map((name) => ({ name })),
        components: { ...(document['components'] as Json), schemas: components },
      }
    },
  }
}
