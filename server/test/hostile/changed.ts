// Makes one hostile change in an example of a schema.
import { pick, type Random } from './example-of.ts'

const MB = 1_048_576

/** Placeholder for a number that JavaScript cannot represent: replaced by `1e400` in the text. */
const BEYOND = 'number beyond every double'

export function stringify(value: unknown): string {
  return (JSON.stringify(value) ?? 'null').replaceAll(`"${BEYOND}"`, '1e400').replaceAll(`"-${BEYOND}"`, '-1e400')
}

function nested(depth: number): unknown {
  let value: unknown = 0
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

export function object(keys: number): object {
  return Object.fromEntries(Array.from({ length: keys }, (_, index) => [`k${index}`, 0]))
}

export function array(length: number, value: unknown): unknown[] {
  return Array.from({ length }, () => value)
}

function uuidOf(random: Random): string {
  const digits = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 16).toString(16)).join('')
  return `${digits(8)}-${digits(4)}-4${digits(3)}-8${digits(3)}-${digits(12)}`
}

/** Copies of the first element of a list, each with its own names and positions, as many as fit into a body. */
function copies(value: unknown, count: number, random: Random): unknown {
  const list = Array.isArray(value) ? (value as unknown[]) : [value]
  const [first] = list
  const most = Math.min(count, Math.floor((4 * MB - 20_000) / (stringify(first).length + 1)))
  const copy = (index: number): unknown => {
    if (typeof first === 'string' && first.length === 36) return uuidOf(random)
    if (typeof first === 'number') return first + index
    if (typeof first !== 'object' || first === null) return first
    const named = Object.keys(first).filter((key) => key === 'uuid' || key === 'tag_uuid')
    const names = Object.fromEntries(named.map((key) => [key, uuidOf(random)]))
    return { ...first, ...names, ...('position' in first ? { position: index } : {}) }
  }
  return [...list, ...Array.from({ length: most - 1 }, (_, index) => copy(index + 1))]
}

/** Replacements for a value; each is created when it is drawn. */
const REPLACEMENTS: readonly (readonly [what: string, make: (value: unknown, random: Random) => unknown])[] = [
  ['null', () => null],
  ['true', () => true],
  ['an empty text', () => ''],
  ['0', () => 0],
  ['-1', () => -1],
  ['a fraction', () => 0.5],
  ['2^31', () => 2 ** 31],
  ['2^31 - 1', () => 2 ** 31 - 1],
  ['-2^31', () => -(2 ** 31)],
  ['2^53', () => 2 ** 53],
  ['1e308', () => 1e308],
  ['5e-324', () => 5e-324],
  ['1e400', () => BEYOND],
  ['-1e400', () => `-${BEYOND}`],
  ['a text of digits', () => '9'.repeat(10_000)],
  ['NUL', () => '\0'],
  ['text with NUL', () => 'a\0b'],
  ['half a surrogate pair', () => '\ud83d'],
  ['control signs', () => '\u0007\u001b[2J\u202e'],
  ['a far year', () => '+275760-09-13T00:00:00.001Z'],
  ['a long text', () => 'x'.repeat(4 * MB - 10_000)],
  ['a long text of spaces', () => ' '.repeat(4 * MB - 10_000)],
  ['a long Japanese text', () => 'あ'.repeat(MB)],
  ['a long text of emoji', () => '👨‍👩‍👧'.repeat(100_000)],
  ['a long text of marks', () => `e${'\u0301'.repeat(500_000)}`],
  ['a long address', () => `${'a.'.repeat(30_000)}@${'b.'.repeat(30_000)}jp`],
  ['10,000 addresses', () => array(10_000, 'a@b.jp').join(',')],
  ['an empty object', () => ({})],
  ['an empty list', () => []],
  ['an object that is no primitive', () => ({ toString: 1, valueOf: 1, length: 1e9, constructor: 1 })],
  ['a list of itself', (value) => [value]],
  ['ten times its first', (value, random) => copies(value, 10, random)],
  ['1,000 times its first', (value, random) => copies(value, 1_000, random)],
  ['2,000 times its first', (value, random) => copies(value, 2_000, random)],
  ['10,000 times its first', (value, random) => copies(value, 10_000, random)],
  ['50,000 times its first', (value, random) => copies(value, 50_000, random)],
  ['as often itself as fits', (value) => array(Math.floor((4 * MB - 10_000) / (stringify(value).length + 1)), value)],
  ['30,000 empty lists', () => array(30_000, [])],
  ['30,000 empty objects', () => array(30_000, {})],
  ['1,300,000 empty lists', () => array(1_300_000, [])],
  ['200,000 numbers', () => array(200_000, 7)],
  ['200,000 texts', () => Array.from({ length: 200_000 }, (_, index) => index.toString(36))],
  ['50,000 times NUL', () => array(50_000, '\0')],
  ['200,000 keys', () => object(200_000)],
  ['a key of a megabyte with NUL', () => ({ ['k'.repeat(MB)]: '\0' })],
  ['30 levels', () => nested(30)],
  ['33 levels', () => nested(33)],
  ['2,000 levels', () => nested(2_000)],
]

interface Slot {
  holder: Record<string, unknown>
  key: string
}

function slotsOf(value: unknown): Slot[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Record<string, unknown>
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...slotsOf(holder[key])])
}

/** Returns the example with one hostile change, and a description of the change. */
export function changed(example: unknown, random: Random): { what: string; value: unknown } {
  const root = { value: structuredClone(example) }
  const { holder, key } = pick(random, slotsOf(root))
  if (random() < 0.08) {
    delete holder[key]
    return { what: `without ${key}`, value: root.value }
  }
  const isList = Array.isArray(holder[key]) && random() < 0.5
  const [what, make] = pick(random, isList ? REPLACEMENTS.filter(([name]) => name.endsWith('its first')) : REPLACEMENTS)
  holder[key] = make(holder[key], random)
  return { what: `${key} is ${what}`, value: root.value }
}
