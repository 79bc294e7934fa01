// Long answers travel compressed: a transcript of three hours is five megabytes of JSON, and a fifth of that on the way.
// At the quickest level, which takes less time than even a good line needs for what it saves. Only what was asked for is
// compressed, nothing that answers a sent body: what one person chose and what another may not see never share an answer
// whose length tells about both.
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { safeMethods } from './origin.ts'

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

/** The best encoding that both know: browsers take Brotli over HTTPS and from their own machine only. */
const chooseEncoding = (accepted: string): keyof typeof encoders | null => {
  const names = accepted
    .split(',')
    .map((name) => name.trim())
    .filter((name) => !/;\s*q=0(?:\.0*)?$/.test(name))
    .map((name) => name.split(';', 1)[0])
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : null
}

export const registerCompression = (http: FastifyInstance): void => {
  // By callback: nearly all answers are short, and pass without a turn of the loop.
  http.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < LEAST || !safeMethods.has(request.method)) return done()
    void reply.header('vary', 'accept-encoding')
    const encoding = chooseEncoding(request.headers['accept-encoding'] ?? '')
    if (encoding === null) return done()
    encoders[encoding](payload, (error, compressed) => {
      if (error) return done(error)
      void reply.header('content-encoding', encoding).removeHeader('content-length')
      done(null, compressed)
    })
  })
}
