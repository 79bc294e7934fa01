// Long answers travel compressed: a transcript of three hours is five megabytes of JSON, and a fifth of that on the way.
// At the quickest level, which takes less time than even a good line needs for what it saves. The length of a compressed
// answer tells about its content: one may hold a name that somebody chose beside what that person may not see. So it is
// compressed only where no other site's page made the browser ask for it, and never where it answers a sent body.
import { pipeline, type Transform } from 'node:stream'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { safeMethods } from './origin.ts'
import { JsonStream } from './streamed-json.ts'

/** Characters below which compressing costs more than it saves. */
const LEAST = 4096

type Done = (error: Error | null, compressed: Buffer) => void

const encoders = {
  br: (text: string, done: Done) => {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
    brotliCompress(text, { params }, done)
  },
  gzip: (text: string, done: Done) => gzip(text, { level: 1 }, done),
}

/** Bytes of compressed output that wait for a slow reader. Beyond them no more text is read. */
const KEPT = { readableHighWaterMark: 524_288 }

const streams: Record<keyof typeof encoders, () => Transform> = {
  br: () => createBrotliCompress({ ...KEPT, params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: () => createGzip({ ...KEPT, level: 1 }),
}

/** The best encoding that both know: browsers take Brotli over HTTPS and from their own machine only. */
const chooseEncoding = (accepted: string): keyof typeof encoders | null => {
  const names = accepted
    .split(',')
    .map((name) => name.trim())
    .filter((name) => !/;\s*q=0(?:\.0*)?$/.test(name))
    .map((name) => name.split(';', 1)[0])
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : null
}

/**
 * Whether a page of another site may have made the browser ask, again and again, while somebody watches the lengths: a top-level GET
 * brings the session's cookie along. A browser that does not name the site, or no browser, is answered as ever.
 */
const mayBeMadeToAsk = (site: string | string[] | undefined): boolean => site === 'cross-site' || site === 'same-site'

export const registerCompression = (http: FastifyInstance): void => {
  // By callback: nearly all answers are short, and pass without a turn of the loop.
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
      // Each of both is destroyed when the other is; who sends the answer sees the error.
      return done(
        null,
        pipeline(payload, streams[encoding](), () => {}),
      )
    }
    encoders[encoding](payload, (error, compressed) => {
      if (error) return done(error)
      void reply.header('content-encoding', encoding).removeHeader('content-length')
      done(null, compressed)
    })
  })
}
