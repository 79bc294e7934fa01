// The contract, printed as an OpenAPI document. Pure: the same operations that are served, and nothing else, are listed.
import { type ErrorCode, errorStatus, fieldErrorCodes } from '@kaiwa/contract/errors.ts'
import type { Operation } from '@kaiwa/contract/operation.ts'
import * as z from 'zod'

type Json = { [key: string]: unknown }

/** Codes that every call of this access can answer, besides its own. */
const commonCodes = ({ method, access, params, query, body, rateLimit }: Operation): ErrorCode[] => [
  ...(access === 'public' ? [] : (['E_NO_ACCESS_TOKEN', 'E_INVALID_ACCESS_TOKEN', 'E_USER_DISABLED'] as const)),
  // A page of another site is refused whatever changes something.
  ...(access === 'operator' || method !== 'GET' ? (['E_FORBIDDEN'] as const) : []),
  ...(params ? (['E_NOT_FOUND'] as const) : []),
  ...(query || body ? (['E_UNPROCESSABLE_ENTITY'] as const) : []),
  ...(rateLimit ? (['E_TOO_MANY_REQUESTS'] as const) : []),
  'E_INTERNAL',
  'E_UNAVAILABLE',
]

/** Every code that a call of this operation can answer, each once. */
export const errorCodes = (operation: Operation): ErrorCode[] => [
  ...new Set([...operation.errors, ...commonCodes(operation)]),
]

// References of a schema point at its own root; as a component they must point at the component.
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

/** Turns a schema into components named `name`, `name.__schema0`, … and answers a reference to the first. */
const addComponent = (components: Json, name: string, schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $defs = {}, $schema: _, ...root } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  const at = `#/components/schemas/${name}`
  components[name] = relocate(root, at)
  for (const [key, definition] of Object.entries($defs)) components[`${name}.${key}`] = relocate(definition, at)
  return { $ref: at }
}

const parameters = (schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] => {
  if (!schema) return []
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

const failures = (operation: Operation): Json => {
  const byStatus = Map.groupBy(errorCodes(operation), (code) => errorStatus[code])
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.join(', '),
        content: {
          'application/json': {
            schema: { allOf: [{ $ref: '#/components/schemas/Failure' }, { properties: { error: { enum: codes } } }] },
          },
        },
      },
    ]),
  )
}

const contents = ({ name, produces, response }: Operation, components: Json): Json =>
  produces
    ? Object.fromEntries(produces.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))
    : { 'application/json': { schema: addComponent(components, `${name}.response`, response, 'output') } }

const describe = (operation: Operation, components: Json): Json => {
  const { name, summary, access, params, query, body, status } = operation
  const type = operation.consumes === 'multipart' ? 'multipart/form-data' : 'application/json'
  return {
    operationId: name,
    ...(summary ? { summary } : {}),
    security: access === 'public' ? [] : [{ bearer: [] }, { cookie: [] }],
    'x-access': access,
    'x-error-codes': errorCodes(operation),
    parameters: [...parameters(params, 'path'), ...parameters(query, 'query')],
    ...(body
      ? {
          requestBody: {
            required: true,
            content: { [type]: { schema: addComponent(components, `${name}.body`, body, 'input') } },
          },
        }
      : {}),
    responses: {
      [status]: {
        description: 'Success',
        content: contents(operation, components),
      },
      ...failures(operation),
    },
  }
}

const failureSchema: Json = {
  type: 'object',
  required: ['error'],
  properties: {
    error: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { enum: [...fieldErrorCodes] } } },
  },
}

/** An OpenAPI 3.1 document of these operations, with the base path `/api`. */
export const openapi = (operations: readonly Operation[], cookieName: string): Json => {
  const components: Json = { Failure: failureSchema }
  const paths: Record<string, Json> = {}
  for (const operation of operations)
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = describe(operation, components)
  return {
    openapi: '3.1.0',
    info: { title: 'Kaiwa', version: '1', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
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
