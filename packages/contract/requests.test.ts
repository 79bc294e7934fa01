import { expect, it } from 'vitest'
import type * as z from 'zod'
import { isBoundedRecord } from './bounded-record.ts'
import { isList, maximumOf } from './list.ts'
import { LIMITS } from './limits.ts'
import { bodyLimitOf, type Operation } from './operation.ts'
import { everyOperation } from './every-operation.ts'

type Schema = z.core.$ZodTypes

/** String formats with a fixed length. */
const SHORT = new Set(['uuid', 'guid'])

function children(schema: Schema): readonly (readonly [name: string, schema: Schema])[] {
  const { def } = schema._zod
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape) as unknown as [string, Schema][]
    case 'array':
      return [['[]', def.element as Schema]]
    case 'record':
      return [
        ['{name}', def.keyType as Schema],
        ['{}', def.valueType as Schema],
      ]
    case 'union':
      return def.options.map((option, index) => [`|${index}`, option as Schema])
    case 'pipe': {
      // The output of a bounded schema is bounded.
      const from = def.in as Schema
      return [['', from._zod.def.type === 'transform' ? (def.out as Schema) : from]]
    }
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return [['', def.innerType as Schema]]
    default:
      return []
  }
}

function fault(schema: Schema): string | null {
  const { def } = schema._zod
  switch (def.type) {
    case 'array':
      if (!isList(schema)) return 'is an array that is not made by `list`'
      return maximumOf(schema) === Infinity ? 'is a list without a maximum' : null
    case 'string': {
      const { maxLength, format } = schema as unknown as z.ZodString
      return maxLength !== null || SHORT.has(String(format)) ? null : 'is a string without a maximum'
    }
    case 'number': {
      const { format, minValue, maxValue } = schema as unknown as z.ZodNumber
      const isInteger = String(format).includes('int')
      // Points are kept in columns of 64 bits.
      const isPoints = maxValue === LIMITS.adminPointsMax && minValue === -LIMITS.adminPointsMax
      // Bytes of uploads, too.
      const isBytes = maxValue === LIMITS.recordingOffset && minValue === 0
      const isKept =
        isPoints || isBytes || (Number(maxValue) <= LIMITS.integerMax && Number(minValue) >= -LIMITS.integerMax)
      return isInteger && !isKept ? 'is an integer that no column of the database holds' : null
    }
    case 'record':
      return isBoundedRecord(schema) ? null : 'is a record that is not made by `boundedRecord`'
    case 'object':
    case 'union':
    case 'pipe':
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'boolean':
    case 'literal':
    case 'enum':
    case 'transform':
    case 'void':
      return null
    default:
      return `is a ${def.type}, of which nobody has decided how much it may hold`
  }
}

function faults(schema: Schema, path: string): string[] {
  const own = fault(schema)
  return [
    ...(own === null ? [] : [`${path} ${own}`]),
    ...children(schema).flatMap(([name, inner]) => faults(inner, name === '' ? path : `${path}.${name}`)),
  ]
}

it('all input has a maximum: arrays, strings and integers, in path, query, body and forms', () => {
  const parts = everyOperation.flatMap(({ name, params, query, body }) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      schema ? [[`${name} ${part}`, schema as unknown as Schema] as const] : [],
    ),
  )
  const forms = everyOperation.flatMap(({ name, form }) =>
    form?.fields ? [[`${name} form`, form.fields as unknown as Schema] as const] : [],
  )
  expect(forms.length).toBeGreaterThan(2)
  expect(parts.length).toBeGreaterThan(100)
  expect([...parts, ...forms].flatMap(([path, schema]) => faults(schema, path))).toEqual([])
})

it('a public call takes at most 64 kB, and so does one that takes no body', () => {
  const small = everyOperation.filter(({ access, body, consumes }) => access === 'public' || (!body && !consumes))
  expect(small.length).toBeGreaterThan(50)
  expect(small.filter((operation) => bodyLimitOf(operation) > 65_536).map(({ name }) => name)).toEqual([])
})

/** A type checks this list; it does not check the fields that an operation takes over by a spread. */
const FIELDS: Record<keyof Operation, true> = {
  name: true,
  method: true,
  path: true,
  access: true,
  isChange: true,
  params: true,
  query: true,
  body: true,
  consumes: true,
  form: true,
  requiredQuery: true,
  bodyLimit: true,
  answer: true,
  produces: true,
  response: true,
  status: true,
  errors: true,
  rateLimit: true,
}

it('an operation has no field that nothing reads', () => {
  const unknown = everyOperation.flatMap((one) =>
    Object.keys(one).flatMap((field) => (Object.hasOwn(FIELDS, field) ? [] : [`${one.name}.${field}`])),
  )
  expect(unknown).toEqual([])
})

it('the operations that answer a file name its types, and no others do', () => {
  const wrong = everyOperation.filter(({ answer, produces }) => (produces !== undefined) !== (answer === 'file'))
  expect(wrong.map(({ name }) => name)).toEqual([])
})
