// Compresses long answers at the fastest level: a transcript of three hours is five megabytes of JSON and a fifth of
// that compressed. BREACH mitigation: the length of a compressed answer reveals content when it contains both
// attacker-chosen and secret text. Answers to cross-site requests and to requests with a body are never compressed.
import { pipeline, type Transform } from 'node:stream'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { safeMethods } from './origin.ts'
import { JsonStream } from './streamed-json.ts'

/** Minimum length in characters; shorter answers are sent uncompressed. */
const LEAST = 4096

type Done = (error: Error | null, compressed: Buffer) => void

const encoders = {
  br: (text: string, done: Done) => {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
    brotliCompress(text, { params }, done)
  },
  gzip: (text: string, done: Done) => gzip(text, { level: 1 }, done),
}

/** Maximum bytes of compressed output that wait for a slow reader. The source is paused beyond it. */
const BUFFER_OPTIONS = { readableHighWaterMark: 524_288 }

/** With `isFlushed`, the output is flushed after each slice, so that the client receives it before the next one exists. */
const streams: Record<keyof typeof encoders, (isFlushed: boolean) => Transform> = {
  br: (isFlushed) =>
    createBrotliCompress({
      ...BUFFER_OPTIONS,
      flush: isFlushed ? constants.BROTLI_OPERATION_FLUSH : constants.BROTLI_OPERATION_PROCESS,
      params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
    }),
  gzip: (isFlushed) =>
    createGzip({ ...BUFFER_OPTIONS, flush: isFlushed ? constants.Z_SYNC_FLUSH : constants.Z_NO_FLUSH, level: 1 }),
}

/** The best encoding that both sides support: browsers accept Brotli only over HTTPS and from localhost. */
function chooseEncoding(accepted: string): keyof typeof encoders | null {
  const names = accepted
    .split(',')
    .map((name) => name.trim())
    .filter((name) => !/;\s*q=0(?:\.0*)?$/.test(name))
    .map((name) => name.split(';', 1)[0])
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : null
}

/**
 * Whether a page of another site may have caused the request: a top-level GET sends the session cookie. Requests
 * without Sec-Fetch-Site, by old browsers or other programs, are compressed.
 */
function mayBeMadeToAsk(site: string | string[] | undefined): boolean {
  return site === 'cross-site' || site === 'same-site'
}

export function registerCompression(http: FastifyInstance): void {
  // A callback hook: most answers are short and are sent without an extra turn of the event loop.
  http.addHook('onSend', (request, reply, payload, done) => {
    const isLong = payload instanceof JsonStream || (typeof payload === 'string' && payload.length >= LEAST)
    if (!isLong || !safeMethods.has(request.method)) return done()
    const varies = reply.getHeader('vary')
    void reply.header('vary', [varies ?? [], 'accept-encoding', 'sec-fetch-site'].flat().join(', '))
    if (mayBeMadeToAsk(request.headers['sec-fetch-site'])) return done()
    const encoding = chooseEncoding(request.headers['accept-encoding'] ?? '')
    if (encoding === null) return done()
    if (payload instanceof JsonStream) {
      void reply.header('content-encoding', encoding)
      // The pipeline destroys both streams on an error; the sender of the answer sees the error.
      return done(
        null,
        pipeline(payload, streams[encoding](payload.isFlushed), () => {}),
      )
    }
    encoders[encoding](payload, (error, compressed) => {
      if (error) return done(error)
      void reply.header('content-encoding', encoding).removeHeader('content-length')
      done(null, compressed)
    })
  })
}
