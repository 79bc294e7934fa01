// Hostile bodies that could slow down or break the server: valid input of an operation with one hostile change, and
// bodies unrelated to any operation. Drawn from a seed, for the test and for bench r7.
import type { Operation } from '@kaiwa/contract/operation.ts'
import { changed, stringify } from './changed.ts'
import { exampleOf, type Known, pick, type Random, type Schema } from './example-of.ts'
import { FORMS, JSON_TYPE, MONSTERS } from './monsters.ts'

export interface HostileBody {
  what: string
  type: string
  payload: Buffer
}

/** Texts for queries and paths. */
const TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  '1e9',
  '99999999999999999999',
  '2147483648',
  'NaN',
  'Infinity',
  '0x10',
  '%00',
  '%ff',
  '%ed%a0%80',
  'null',
  '[object Object]',
  '__proto__',
  '%25',
  '*',
  '\\',
  "'",
  'a'.repeat(300),
  encodeURIComponent('あ'.repeat(150)),
  encodeURIComponent('👨‍👩‍👧'.repeat(20)),
  encodeURIComponent('%_\\'.repeat(60)),
] as const

/** A call of an operation with a hostile value in its body, query or path. */
export function hostileCall(
  operation: Operation,
  known: Known,
  ids: Readonly<Record<string, number>>,
  random: Random,
): { what: string; url: string; body: HostileBody | null } {
  const { query, body, consumes } = operation
  const takesBody = operation.method !== 'GET'
  const isInBody = takesBody && random() < (body || consumes === 'multipart' ? 0.9 : 0.3)
  const isInPath = !isInBody && operation.path.includes('{') && random() < 0.3
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    isInPath ? pick(random, TEXTS) || '0' : String(ids[name]),
  )
  const asked = query ? (exampleOf(query as unknown as Schema, known, random) as Record<string, unknown>) : {}
  const pairs = Object.entries(asked).map(([name, value]) => [name, encodeURIComponent(String(value))])
  const one = pairs.length > 0 && !isInBody && !isInPath ? pick(random, pairs) : null
  if (one) one[1] = pick(random, TEXTS)
  // Repeats a parameter, which makes it a list.
  const many = one && random() < 0.3 ? Array.from({ length: 400 }, () => `${one[0]}=${one[1]}`) : []
  const search = [...pairs.map(([name, value]) => `${name}=${value}`), ...many].join('&')
  const drawn = takesBody ? drawBody(operation, known, random, isInBody) : null
  const what = drawn && isInBody ? drawn.what : one ? `?${one[0]}=${one[1]}` : path
  return { what, url: `/api${path}${search ? `?${search}` : ''}`, body: drawn }
}

function drawBody({ body, consumes }: Operation, known: Known, random: Random, isHostile: boolean): HostileBody | null {
  if (isHostile && random() < (consumes === 'multipart' ? 0.95 : 0.05)) {
    const [what, type, make] = pick(random, FORMS)
    return { what, type, payload: make() }
  }
  if (isHostile && (!body || random() < 0.3)) {
    const [what, type, make] = pick(random, MONSTERS)
    return { what, type, payload: Buffer.from(make()) }
  }
  if (!body) return null
  const example = exampleOf(body as unknown as Schema, known, random)
  const { what, value } = isHostile ? changed(example, random) : { what: 'its example', value: example }
  return { what, type: JSON_TYPE, payload: Buffer.from(stringify(value)) }
}
