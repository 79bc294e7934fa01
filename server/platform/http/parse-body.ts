// Parsers of request bodies. Each bounds its cost before it builds a value: a body is refused by its size, its nesting
// or its number of parts.
import { isUtf8 } from 'node:buffer'
import { setImmediate } from 'node:timers/promises'
import { exceededLimit, jsonLimits } from '@kaiwa/contract/json-limits.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { Operation } from '@kaiwa/contract/operation.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalid } from '../refusal.ts'

/** Default limit in bytes, for operations without one. */
export const BODY_LIMIT = LIMITS.body

/** Bodies that take longer than some 10 ms. */
const LARGE_BODY = 1_048_576

const MULTIPART = 'multipart/form-data'

function contentTypeOf({ headers }: FastifyRequest): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/** Refuses a form where JSON is expected, and the reverse, before the body is read. */
export function checkContentType({ consumes }: Operation, request: FastifyRequest): void {
  const type = contentTypeOf(request)
  if (type === '') return
  if ((consumes === 'multipart') !== (type === MULTIPART)) throw invalid({ body: ['format'] })
}

function decode(body: Buffer): string {
  if (!isUtf8(body)) throw invalid({ body: ['format'] })
  return body.toString('utf8')
}

/** Refuses JSON that is nested too deeply or has too many values for this body limit. */
function checkShape(text: string, bodyLimit: number): void {
  const exceeded = exceededLimit(text, jsonLimits(bodyLimit))
  if (exceeded !== null) throw invalid({ body: [exceeded === 'depth' ? 'format' : 'max'] })
}

/** Parses `name=value&…` to an object; of repeated names the last value counts. */
function parseForm(body: Buffer): Record<string, string> {
  if (body.length > LIMITS.smallBody) throw invalid({ body: ['max'] })
  return Object.fromEntries(new URLSearchParams(decode(body)))
}

/** RFC 2046. */
const BOUNDARY = /^[\w'()+,./:=? -]{1,70}$/

function boundaryOf(contentType: string): string {
  const found = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType)
  const boundary = found?.[1] ?? found?.[2] ?? ''
  if (!BOUNDARY.test(boundary)) throw invalid({ body: ['format'] })
  return boundary
}

/** Maximum bytes of the headers of one part: a name of 4,096 characters, each sent as %E3%81%82. */
const MAX_PART_HEAD = 65_536

/**
 * Detects forms that are slow to parse: too many parts (`max`), or a part with overlong headers (`format`). The parser
 * needs 100 ms and more for each megabyte of headers.
 */
function faultOfParts(body: Buffer, boundary: string): 'max' | 'format' | null {
  const mark = Buffer.from(`--${boundary}`)
  // Each part begins with the boundary, and one ends the body.
  let left = LIMITS.formParts + 1
  for (let at = body.indexOf(mark); at !== -1; at = body.indexOf(mark, at + mark.length)) {
    left -= 1
    if (left < 0) return 'max'
    const head = body.subarray(at + mark.length, at + mark.length + MAX_PART_HEAD)
    const isEnd = head.subarray(0, 2).equals(Buffer.from('--'))
    if (!isEnd && !head.includes('\r\n\r\n')) return 'format'
  }
  return null
}

/** Parses a form with files in memory, using the platform's FormData parser. */
async function parseMultipart(request: FastifyRequest, body: Buffer): Promise<FormData> {
  const boundary = boundaryOf(request.headers['content-type'] ?? '')
  const fault = faultOfParts(body, boundary)
  if (fault !== null) throw invalid({ body: [fault] })
  // The Content-Type is rebuilt, so that the parser uses the same boundary as the count above.
  const headers = { 'content-type': `${MULTIPART}; boundary="${boundary}"` }
  return new Response(new Uint8Array(body), { headers }).formData().catch(() => {
    throw invalid({ body: ['format'] })
  })
}

export function registerParsers(http: FastifyInstance): void {
  const parseJson = http.getDefaultJsonParser('error', 'error')
  http.removeContentTypeParser('application/json')
  http.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      // Clients send a Content-Type even without a body, for example with DELETE.
      if (body.length === 0) return undefined
      const isLarge = body.length > LARGE_BODY
      const text = decode(body)
      checkShape(text, request.routeOptions.bodyLimit ?? BODY_LIMIT)
      // The shape is checked, the value is built and it is validated in separate turns of the event loop.
      if (isLarge) await setImmediate()
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      void parseJson(request, text, (error, value) => (error ? reject(error) : resolve(value)))
      const value = await promise
      if (isLarge) await setImmediate()
      return value
    },
  )
  // Clients of the Pusher protocol may send channel authorisation form-encoded; `checkOrigin` refuses forms of other sites.
  http.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (_request, body: Buffer, done) => {
      done(null, parseForm(body))
    },
  )
  http.addContentTypeParser(MULTIPART, { parseAs: 'buffer' }, parseMultipart)
}
