// Generates valid values for schemas of the contract, which are then changed into hostile ones.
import type * as z from 'zod'

export type Random = () => number

/** Values for fields by `holder.name` or name: ids of existing rows. */
export type Known = Readonly<Record<string, unknown>>

export function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)] as T
}

export type Schema = z.core.$ZodTypes

function textOf(schema: z.ZodString, random: Random): string {
  switch (schema.format) {
    case 'uuid':
      return '0f8fad5b-d9cb-469f-a165-70867728950e'
    case 'email':
      return `someone-${Math.floor(random() * 1e9)}@kaiwa.example`
    case 'regex':
      return '#FD6F2C'
    default:
      // Only on/off switches have so short a maximum.
      return schema.maxLength !== null && schema.maxLength <= 8 ? 'true' : 'テスト'
  }
}

/** A value that a schema accepts, except for refinements, which are not known here. */
export function exampleOf(schema: Schema, known: Known, random: Random, path = ''): unknown {
  const { def } = schema._zod
  const name = path.split('.').at(-1) ?? ''
  const inner = (of: z.core.$ZodType, as = path) => exampleOf(of as Schema, known, random, as)
  const found = known[path] ?? known[name]
  if (found !== undefined && (def.type !== 'array' || Array.isArray(found)) && def.type !== 'object') return found
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape).map(([key, of]) => [key, inner(of, name === '' ? key : `${name}.${key}`)]),
      )
    case 'array':
      return [inner(def.element)]
    case 'optional':
    case 'nullable':
    case 'default':
      return inner(def.innerType)
    case 'pipe':
      return inner((def.in as Schema)._zod.def.type === 'transform' ? def.out : def.in)
    case 'union':
      return inner(pick(random, def.options))
    case 'literal':
      return def.values[0]
    case 'enum':
      return Object.values(def.entries)[0]
    case 'boolean':
      return random() < 0.5
    case 'number':
      return 1
    case 'string':
      return textOf(schema as unknown as z.ZodString, random)
    default:
      return undefined
  }
}
