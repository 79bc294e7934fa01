// A Word document of three hours costs more than a second of computing. It is spent in a thread, where nobody waits for
// it but the one who asked; one document after another, so that the machine keeps a core for everything else.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { TranscriptFile } from '@kaiwa/exchange/transcript-file.ts'
import type { WriteOptions } from '@kaiwa/exchange/write/options.ts'

export type DocxOrder = { document: TranscriptFile; options: WriteOptions }

/** The library is large: a thread that was not asked for so long gives its memory back. */
const IDLE = 60_000
/** Far above the longest transcript; a document beyond it fails alone. */
const MEMORY_MB = 1_024

let thread: Worker | undefined
let idle: NodeJS.Timeout | undefined
let last: Promise<unknown> = Promise.resolve()

/** The bytes of a .docx file; rejects when they cannot be made, and the next document gets a new thread. */
export const writeDocxAside = (document: TranscriptFile, options: WriteOptions): Promise<Buffer> => {
  const written = last.then(() => write({ document: withoutWords(document), options }))
  last = written.catch(() => {})
  return written
}

/** Times of single words are most of a transcript and stand in no document. */
const withoutWords = (document: TranscriptFile): TranscriptFile => ({
  ...document,
  blocks: document.blocks.map((block) => ({ ...block, terms: [] })),
})

const write = async (order: DocxOrder): Promise<Buffer> => {
  clearTimeout(idle)
  const current = (thread ??= openThread())
  const over = new AbortController()
  const answer = once(current, 'message', { signal: over.signal })
  const end = once(current, 'exit', { signal: over.signal }).then(([code]) => {
    throw new Error(`the thread for documents ended with ${code}`)
  })
  current.postMessage(order, [])
  try {
    const [bytes] = (await Promise.race([answer, end])) as [Uint8Array<ArrayBuffer>]
    return Buffer.from(bytes.buffer)
  } finally {
    over.abort()
    idle = setTimeout(close, IDLE).unref()
  }
}

const openThread = (): Worker => {
  const opened = new Worker(new URL('docx-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  const forget = (): void => {
    if (thread === opened) thread = undefined
  }
  opened.on('error', forget)
  opened.on('exit', forget)
  // A program that ends does not wait for it.
  opened.unref()
  return opened
}

const close = (): void => {
  void thread?.terminate()
  thread = undefined
}
