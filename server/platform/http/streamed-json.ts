// Validates, serialises and sends long answers in slices; the event loop handles other requests between them. The bytes
// equal those of the whole answer: each list item and each value of a record is validated by its part of the response
// schema, so that undeclared fields are removed as usual.
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { Operation } from '@kaiwa/contract/operation.ts'
import type { FastifyReply } from 'fastify'
import * as z from 'zod'
import { endStalledAnswer, takeAnswerSlot } from './slow-answers.ts'

type Batches<T> = AsyncIterable<readonly T[]> | Iterable<readonly T[]>

/**
 * The items of a list, or the entries of a record, in batches: a batch is read as a whole, its items are written one by
 * one.
 */
class Items<T> {
  readonly batches: Batches<T>
  /** Each item is a separate line and is sent without waiting for the next one. */
  readonly areLines: boolean

  constructor(batches: Batches<T>, areLines = false) {
    this.batches = batches
    this.areLines = areLines
  }
}

export function items<T>(batches: Batches<T>): Items<T> {
  return new Items(batches)
}

/**
 * The items of a list that the client reads before its end: a line break follows each item. The answer contains no
 * other line breaks, because JSON escapes them in strings.
 */
export function lines<T>(batches: Batches<T>): Items<T> {
  return new Items(batches, true)
}

type Part<V> = V extends readonly (infer Item)[]
  ? V | Items<Item>
  : string extends keyof NonNullable<V>
    ? V | Items<readonly [key: string, value: NonNullable<V>[keyof NonNullable<V>]]>
    : V

/** The fields of an answer; lists and records among them may be `items(…)`. An answer that is a list is `items(…)`. */
export type Parts<T> = T extends readonly (infer Item)[] ? Items<Item> : { readonly [K in keyof T]: Part<T[K]> }

/**
 * Return value of a handler with a long answer. `close` frees the source of the answer, such as a snapshot. It runs at
 * the end of the answer, also after a failure or without a reader, and a slow reader cannot delay it for long.
 */
export class StreamedJson<T> {
  readonly parts: Parts<T>
  readonly close: (() => Promise<void>) | undefined

  constructor(parts: Parts<T>, close?: () => Promise<void>) {
    this.parts = parts
    this.close = close
  }
}

/** A slice ends at the first of these limits. */
const SLICE_CHARACTERS = 65_536
const SLICE_MS = 10

function validated(schema: z.ZodType, value: unknown): string | undefined {
  const result = z.safeEncode(schema, value)
  if (!result.success) throw new Error('the answer does not match its schema', { cause: result.error })
  return JSON.stringify(result.data)
}

function unwrapped(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? unwrapped(schema.unwrap() as z.ZodType)
    : schema
}

/** Ends a slice: the text before it is sent immediately. */
const FLUSH = ''

async function* textOfItems(schema: z.ZodType, { batches, areLines }: Items<unknown>): AsyncGenerator<string> {
  const inner = unwrapped(schema)
  const isList = inner instanceof z.ZodArray
  if (!isList && !(inner instanceof z.ZodRecord)) throw new Error('only lists and records have items')
  const element = (isList ? inner.element : inner.valueType) as z.ZodType
  let between = ''
  yield isList ? '[' : '{'
  for await (const batch of batches)
    for (const item of batch) {
      const [key, value] = isList ? [null, item] : (item as readonly [string, unknown])
      const text = validated(element, value) ?? 'null'
      yield `${between}${key === null ? '' : `${JSON.stringify(key)}:`}${text}${areLines ? '\n' : ''}`
      between = ','
      if (areLines) yield FLUSH
    }
  yield isList ? ']' : '}'
}

async function* textOf(response: z.ZodType, parts: object): AsyncGenerator<string> {
  if (parts instanceof Items) return yield* textOfItems(response, parts)
  if (!(response instanceof z.ZodObject)) throw new Error('only an object or a list can be answered in parts')
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

/** Joins pieces to slices, and yields to the event loop between two of them. */
async function* slicesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let slice = ''
  let start = performance.now()
  for await (const piece of pieces) {
    slice += piece
    const isFull = piece === FLUSH || slice.length >= SLICE_CHARACTERS
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

/** Bytes of text that wait for the reader. With compressed output and socket buffers an answer holds about 1 MB. */
const BUFFERED_BYTES = 262_144

interface SliceReading {
  /** Compression and proxies send each slice immediately and do not wait for the next one. */
  isFlushed: boolean
  slices: AsyncGenerator<string>
  /** Maximum of all pauses of the reader together. */
  maxPauseMs: number
  onFailure: (error: unknown) => void
}

/** The text of a long answer. A slice is read when the reader has consumed the previous ones. */
export class JsonStream extends Readable {
  readonly isFlushed: boolean
  readonly #slices: AsyncGenerator<string>
  readonly #onFailure: (error: unknown) => void
  /** Slices that were read before the stream was created. */
  readonly #begun: string[]
  #pauseLeftMs: number
  #pause: { since: number; timer: NodeJS.Timeout } | null = null

  constructor(begun: readonly string[], { isFlushed, slices, maxPauseMs, onFailure }: SliceReading) {
    super({ highWaterMark: BUFFERED_BYTES })
    this.isFlushed = isFlushed
    this.#slices = slices
    this.#begun = [...begun]
    this.#pauseLeftMs = maxPauseMs
    this.#onFailure = onFailure
  }

  override _read(): void {
    this.#endPause()
    void this.#readSlice()
  }

  async #readSlice(): Promise<void> {
    try {
      const begun = this.#begun.shift()
      const { done, value } = begun === undefined ? await this.#slices.next() : { done: false, value: begun }
      if (this.destroyed) return
      if (done) this.push(null)
      else if (!this.push(value)) this.#startPause()
    } catch (error) {
      this.#fail(error)
    }
  }

  #startPause(): void {
    if (this.#pauseLeftMs === Infinity) return
    const expire = (): void => this.#fail(new SlowReader())
    this.#pause = { since: performance.now(), timer: setTimeout(expire, this.#pauseLeftMs).unref() }
  }

  #endPause(): void {
    if (!this.#pause) return
    clearTimeout(this.#pause.timer)
    this.#pauseLeftMs = Math.max(0, this.#pauseLeftMs - (performance.now() - this.#pause.since))
    this.#pause = null
  }

  #fail(error: unknown): void {
    this.#onFailure(error)
    this.destroy(error as Error)
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.#endPause()
    void this.#close()
    callback(error)
  }

  async #close(): Promise<void> {
    try {
      await this.#slices.return(undefined)
    } catch (error) {
      this.#onFailure(error)
    }
  }
}

/** The client read so slowly that the source of the answer had to be freed. */
class SlowReader extends Error {
  override name = 'SlowReader'
}

/** An answer of any operation. */
interface AnyAnswer {
  readonly parts: object
  readonly close: (() => Promise<void>) | undefined
}

/** Closes the answer when its text has ended, for any reason. */
async function* closing(answer: AnyAnswer, pieces: AsyncIterable<string>): AsyncGenerator<string> {
  try {
    yield* pieces
  } finally {
    await answer.close?.()
  }
}

/**
 * Sends a long answer. A failure before the first slice is an error answer; a later one breaks the connection, so that
 * a partial answer is never taken for a complete one. A reader may pause for `pauseSeconds` in total while the answer
 * holds a snapshot, and otherwise for twice as long per pause.
 */
export async function sendStreamed(
  reply: FastifyReply,
  { response }: Pick<Operation, 'response'>,
  answer: AnyAnswer,
  pauseSeconds: number,
): Promise<FastifyReply> {
  const slices = closing(answer, slicesOf(textOf(response, answer.parts)))
  const first = await slices.next()
  const second = await slices.next()
  void reply.type('application/json; charset=utf-8')
  // Most answers are short and are sent with a length, without a stream.
  if (second.done) return reply.send(first.value ?? '')
  const onFailure = (error: unknown): void => {
    if (error instanceof SlowReader) reply.log.info('slow reader: connection closed')
    else reply.log.error({ err: error }, 'long answer failed midway')
    reply.raw.destroy()
  }
  try {
    takeAnswerSlot(reply)
  } catch (error) {
    await slices.return(undefined)
    throw error
  }
  endStalledAnswer(reply.raw, 2 * pauseSeconds)
  const isFlushed = Object.values(answer.parts).some((part) => part instanceof Items && part.areLines)
  // For nginx and others, which would collect the answer before they pass it on.
  if (isFlushed) void reply.header('x-accel-buffering', 'no')
  const maxPauseMs = answer.close ? pauseSeconds * 1000 : Infinity
  return reply.send(new JsonStream([first.value as string, second.value], { isFlushed, slices, maxPauseMs, onFailure }))
}
