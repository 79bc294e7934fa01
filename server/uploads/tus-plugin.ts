import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BYTES_PER_MB } from '@kaiwa/contract/limits.ts'
import type { App } from '../platform/app.ts'
import { reachedAt } from '../platform/http/addresses.ts'
import { Refusal } from '../platform/refusal.ts'
import { authoriseUpload, TUS_PATH } from './upload-ticket.ts'
import { CHECKSUM_ALGORITHMS, readChecksum } from './receive.ts'
import { finishUpload } from './complete-upload.ts'
import { openStaging } from './open-staging.ts'
import { terminateUpload } from './cancel-upload.ts'
import { createTusServer } from './tus-server.ts'

const VERSION = '1.0.0'
const EXTENSIONS = 'creation,creation-with-upload,creation-defer-length,termination,checksum,expiration'
const OCTETS = 'application/offset+octet-stream'
const WRONG_TYPE = `Content-Type must be ${OCTETS}\n`

/** Headers of the tus protocol. Others (cookies, forwarding) are not passed to @tus/server. */
const SPOKEN = ['tus-resumable', 'upload-offset', 'upload-length', 'upload-defer-length', 'upload-metadata']
const BODY = ['upload-concat', 'content-type', 'content-length']

function headersOf({ headers }: FastifyRequest): Headers {
  return new Headers(
    [...SPOKEN, ...BODY].flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  )
}

/** CORS headers are dropped: the browser app has the same origin. */
function isOurs(name: string): boolean {
  return !name.startsWith('access-control-') && name !== 'connection' && name !== 'content-length'
}

async function answer(reply: FastifyReply, response: Response, expiresAt: Date): Promise<FastifyReply> {
  for (const [name, value] of response.headers) if (isOurs(name)) reply.header(name, value)
  if (response.ok) reply.header('upload-expires', expiresAt.toUTCString())
  const body = await response.text()
  if (body) reply.type(body.startsWith('{') ? 'application/json' : 'text/plain')
  return reply.code(response.status).send(body)
}

/** Methods of an upload's URL, and of the endpoint. */
const OF_UPLOAD: readonly string[] = ['HEAD', 'PATCH', 'DELETE']
const OF_ENDPOINT: readonly string[] = ['POST']

/**
 * The method from X-HTTP-Method-Override, for clients that cannot send PATCH or DELETE, else the request's method.
 * Ignored for HEAD, which has not passed the origin check of changing requests.
 */
function methodOf({ method, headers }: FastifyRequest): string {
  const override = headers['x-http-method-override']
  return override === undefined || method === 'HEAD' ? method : String(override).toUpperCase()
}

/** Checks the headers that describe the body; null when they are valid. */
function bodyFault(method: string, { headers }: FastifyRequest): { status: number; text: string } | null {
  const type = headers['content-type']?.trim().toLowerCase()
  if (method === 'PATCH' && type !== OCTETS) return { status: 415, text: WRONG_TYPE }
  return readChecksum(headers['upload-checksum']) === 'malformed'
    ? { status: 400, text: `Upload-Checksum must be one of ${CHECKSUM_ALGORITHMS.join(', ')} and a hash in base64\n` }
    : null
}

/** Registers the tus endpoint. Bodies bypass Fastify's parsers and are written as they arrive. */
export function tusPlugin(http: FastifyInstance, app: App): void {
  const staging = openStaging(app)
  const tus = createTusServer(app, staging, {
    onComplete: ({ id }) => finishUpload(app, staging, id),
    onTerminate: (upload) => terminateUpload(app, staging, upload),
  })
  const handle = async (request: FastifyRequest, reply: FastifyReply, pathId: string | null) => {
    reply.header('tus-resumable', VERSION)
    if (request.headers['tus-resumable'] !== VERSION) return reply.code(412).header('tus-version', VERSION).send()
    const method = methodOf(request)
    if (!(pathId === null ? OF_ENDPOINT : OF_UPLOAD).includes(method)) throw new Refusal('E_NOT_FOUND')
    const authorise = () => authoriseUpload(app, request.headers, pathId)
    const upload = await authorise()
    const fault = bodyFault(method, request)
    if (fault) return reply.code(fault.status).type('text/plain').send(fault.text)
    const checksum = readChecksum(request.headers['upload-checksum'])
    const headers = headersOf(request)
    if (method === 'PATCH') headers.set('content-type', OCTETS)
    const response = await tus({
      id: request.id,
      upload,
      authoriseAgain: async () => void (await authorise()),
      body: { bytes: request.raw, checksum: checksum === 'malformed' ? null : checksum },
      method,
      endpoint: reachedAt({ app, request }) + TUS_PATH,
      headers,
    })
    return answer(reply, response, upload.expiresAt)
  }
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    // Fastify refuses an unparsable Content-Type before the handler runs. Other errors go to the global handler.
    scope.setErrorHandler<FastifyError>((error, _request, reply) => {
      if (error.statusCode !== 415) throw error
      return reply.code(415).header('tus-resumable', VERSION).type('text/plain').send(WRONG_TYPE)
    })
    const config = { operation: 'tus', isUpload: true }
    scope.post(TUS_PATH, { config }, (request, reply) => handle(request, reply, null))
    scope.route<{ Params: { videoId: string } }>({
      method: ['HEAD', 'PATCH', 'DELETE', 'POST'],
      url: `${TUS_PATH}/:videoId`,
      config,
      handler: (request, reply) => handle(request, reply, request.params.videoId),
    })
    for (const path of [TUS_PATH, `${TUS_PATH}/:videoId`]) {
      scope.options(path, { config }, async (_request, reply) =>
        reply
          .code(204)
          .headers({
            'tus-resumable': VERSION,
            'tus-version': VERSION,
            'tus-extension': EXTENSIONS,
            'tus-checksum-algorithm': CHECKSUM_ALGORITHMS.join(','),
            'tus-max-size': String(app.config.maxFileMb * BYTES_PER_MB),
          })
          .send(),
      )
    }
  })
}
