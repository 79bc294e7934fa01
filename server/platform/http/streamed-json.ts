// An answer whose length grows with a recording is validated, serialised and sent in slices, and the event loop answers
// others between them. The bytes are those of the whole answer in one piece: each list item and each value of a record is
// validated by its part of the response schema, so that undeclared fields leave the server no more than otherwise.
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { Operation } from '@kaiwa/contract/operation.ts'
import type { FastifyReply } from 'fastify'
import * as z from 'zod'

type Batches<T> = AsyncIterable<readonly T[]> | Iterable<readonly T[]>

/** The items of a list, or the entries of a record, in batches: a batch is read as a whole, its items are written one by one. */
class Items<T> {
  readonly batches: Batches<T>

  constructor(batches: Batches<T>) {
    this.batches = batches
  }
}

export const items = <T>(batches: Batches<T>): Items<T> => new Items(batches)

type Part<V> = V extends readonly (infer Item)[]
  ? V | Items<Item>
  : string extends keyof NonNullable<V>
    ? V | Items<readonly [key: string, value: NonNullable<V>[keyof NonNullable<V>]]>
    : V

/** The fields of an answer; lists and records among them may be `items(…)`. */
export type Parts<T> = { readonly [K in keyof T]: Part<T[K]> }

/** What a handler returns whose answer is long. `close` runs at its end, also when nobody takes it or it fails. */
export class StreamedJson<T> {
  readonly parts: Parts<T>
  readonly close: () => Promise<void>

  constructor(parts: Parts<T>, close: () => Promise<void> = async () => {}) {
    this.parts = parts
    this.close = close
  }
}

/** A slice ends with the first of these. */
const SLICE_CHARACTERS = 65_536
const SLICE_MS = 10

const validated = (schema: z.ZodType, value: unknown): string | undefined => {
  const result = z.safeEncode(schema, value)
  if (!result.success) throw new Error('the answer does not match its schema', { cause: result.error })
  return JSON.stringify(result.data)
}

const unwrapped = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? unwrapped(schema.unwrap() as z.ZodType) : schema

async function* textOfItems(schema: z.ZodType, { batches }: Items<unknown>): AsyncGenerator<string> {
  const inner = unwrapped(schema)
  const isList = inner instanceof z.ZodArray
  if (!isList && !(inner instanceof z.ZodRecord)) throw new Error('only lists and records have items')
  const element = (isList ? inner.element : inner.valueType) as z.ZodType
  let between = ''
  yield isList ? '[' : '{'
  for await (const batch of batches)
    for (const item of batch) {
      const [key, value] = isList ? [null, item] : (item as readonly [string, unknown])
      yield `${between}${key === null ? '' : `${JSON.stringify(key)}:`}${validated(element, value) ?? 'null'}`
      between = ','
    }
  yield isList ? ']' : '}'
}

async function* textOf(response: z.ZodType, parts: object): AsyncGenerator<string> {
  if (!(response instanceof z.ZodObject)) throw new Error('only an object can be answered in parts')
  let before = '{'
  for (const [key, schema] of Object.entries<z.ZodType>(response.shape)) {
    const part: unknown = (parts as Record<string, unknown>)[key]
    const name = `${before}${JSON.stringify(key)}:`
    if (part instanceof Items) {
      yield name
      yield* textOfItems(schema, part)
    } else {
      const text = validated(schema, part)
      if (text === undefined) continue
      yield name + text
    }
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}

/** Joins pieces to slices, and gives others a turn between two of them. */
async function* slicesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let slice = ''
  let start = performance.now()
  for await (const piece of pieces) {
    slice += piece
    const isFull = slice.length >= SLICE_CHARACTERS
    if (!isFull && performance.now() - start < SLICE_MS) continue
    if (isFull) {
      yield slice
      slice = ''
    }
    await setImmediate()
    start = performance.now()
  }
  if (slice) yield slice
}

/** The text of a long answer on its way. */
export class JsonStream extends Readable {
  // What was written waits for a slow reader: a database snapshot must not be kept open for one.
  override _read(): void {}
}

/** An answer of any operation. */
type AnyAnswer = { readonly parts: object; readonly close: () => Promise<void> }

/** Closes the answer when its text has ended, for whatever reason. */
async function* closing(answer: AnyAnswer, pieces: AsyncIterable<string>): AsyncGenerator<string> {
  try {
    yield* pieces
  } finally {
    await answer.close()
  }
}

/** A failure before the first slice is an error answer; a later one breaks the connection, so that no half is taken for whole. */
export const sendStreamed = async (
  reply: FastifyReply,
  { response }: Pick<Operation, 'response'>,
  answer: AnyAnswer,
): Promise<FastifyReply> => {
  const slices = closing(answer, slicesOf(textOf(response, answer.parts)))
  const first = await slices.next()
  const second = await slices.next()
  void reply.type('application/json; charset=utf-8')
  // Most answers are short: with a length, and without a stream.
  if (second.done) return reply.send(first.value ?? '')
  const stream = new JsonStream()
  stream.push(first.value)
  stream.push(second.value)
  void writeRest(stream, slices, reply)
  return reply.send(stream)
}

const writeRest = async (stream: JsonStream, slices: AsyncIterable<string>, reply: FastifyReply): Promise<void> => {
  try {
    for await (const slice of slices) {
      // Nobody reads any more: leaving the loop ends the reading of the rest.
      if (stream.destroyed) return
      stream.push(slice)
    }
    stream.push(null)
  } catch (error) {
    reply.log.error({ err: error }, 'a long answer failed midway')
    reply.raw.destroy()
    stream.destroy(error as Error)
  }
}
