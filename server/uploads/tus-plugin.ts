import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BYTES_PER_MB } from '@kaiwa/contract/limits.ts'
import type { App } from '../platform/app.ts'
import { reachedAt } from '../platform/http/addresses.ts'
import { abandonUpload } from './abandon-upload.ts'
import { authoriseUpload } from './authorise-upload.ts'
import { readChecksum } from './checksum.ts'
import { finishUpload } from './finish-upload.ts'
import { openStaging } from './open-staging.ts'
import { TUS_PATH } from './tus-path.ts'
import { createTusServer } from './tus-server.ts'

const VERSION = '1.0.0'

/** What the protocol reads; everything else (cookies, forwarding) is none of its business. */
const SPOKEN = ['tus-resumable', 'upload-offset', 'upload-length', 'upload-defer-length', 'upload-metadata']
const BODY = ['upload-concat', 'content-type', 'content-length']

const headersOf = ({ headers }: FastifyRequest): Headers =>
  new Headers(
    [...SPOKEN, ...BODY].flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  )

/** The page is of the same origin, so nothing is told to other sites. */
const isOurs = (name: string): boolean =>
  !name.startsWith('access-control-') && name !== 'connection' && name !== 'content-length'

const answer = async (reply: FastifyReply, response: Response, expiresAt: Date): Promise<FastifyReply> => {
  for (const [name, value] of response.headers) if (isOurs(name)) reply.header(name, value)
  if (response.ok) reply.header('upload-expires', expiresAt.toUTCString())
  const body = await response.text()
  if (body) reply.type(body.startsWith('{') ? 'application/json' : 'text/plain')
  return reply.code(response.status).send(body)
}

/** Puts the tus endpoint on the server. Bodies stream past the framework: they are written as they come. */
export const tusPlugin = (http: FastifyInstance, app: App): void => {
  const staging = openStaging(app)
  const tus = createTusServer(app, staging, {
    onComplete: ({ id }) => finishUpload(app, staging, id),
    onTerminate: async ({ id, userId }) => void (await abandonUpload(app, staging, id, userId)),
  })
  const handle = async (request: FastifyRequest, reply: FastifyReply, pathId: string | null) => {
    reply.header('tus-resumable', VERSION)
    if (request.headers['tus-resumable'] !== VERSION) return reply.code(412).header('tus-version', VERSION).send()
    const upload = await authoriseUpload(app, request.headers, pathId)
    const sha256 = readChecksum(request.headers['upload-checksum'])
    const response = await tus({
      id: request.id,
      upload,
      body: { bytes: request.raw, sha256 },
      method: request.method,
      endpoint: reachedAt({ app, request }) + TUS_PATH,
      headers: headersOf(request),
    })
    return answer(reply, response, upload.expiresAt)
  }
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    const config = { operation: 'tus', isUpload: true }
    scope.post(TUS_PATH, { config }, (request, reply) => handle(request, reply, null))
    scope.route<{ Params: { videoId: string } }>({
      method: ['HEAD', 'PATCH', 'DELETE'],
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
            'tus-extension': 'creation,creation-with-upload,termination,checksum,expiration',
            'tus-checksum-algorithm': 'sha256',
            'tus-max-size': String(app.config.maxFileMb * BYTES_PER_MB),
          })
          .send(),
      )
    }
  })
}
