// Serves media to players: GET with byte ranges below a grant. Every request checks that the reader still has a session
// and access to the file. Bytes are streamed from the storage unchanged.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../accounts/actor.ts'
import { actorOfSession } from '../accounts/sessions/authenticate.ts'
import type { App } from '../platform/app.ts'
import { FairQueue } from '../platform/fair-queue.ts'
import { attachment } from '../platform/http/file-answer.ts'
import { Refusal } from '../platform/refusal.ts'
import { type FileRow, findFile } from '../files/store/files.ts'
import { mayEdit } from '../tree/policy.ts'
import { readGrant } from '../files/media-grant.ts'
import { type GrantChecks, openGrantChecks } from './grant-checks.ts'
import { mediaKey } from './keys.ts'
import { playOriginal } from './policy.ts'
import { parseRange } from './range.ts'

/** All files of a recording that may be fetched, with their content types. */
const parts: readonly [RegExp, string][] = [
  [/^playlist\.m3u8$/, 'application/vnd.apple.mpegurl'],
  [/^media\.ts$/, 'video/mp2t'],
  [/^thumbnail\.jpg$/, 'image/jpeg'],
  [/^seek\/(0|[1-9]\d{0,3})\.jpg$/, 'image/jpeg'],
  [/^waveform\.json$/, 'application/json'],
]

const originals: Record<string, string> = {
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  mkv: 'video/x-matroska',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  flac: 'audio/flac',
  wav: 'audio/wav',
  webm: 'video/webm',
  weba: 'audio/webm',
  ogg: 'audio/ogg',
}

function typeOfOriginal(fileName: string): string {
  return originals[fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream'
}

interface Wanted {
  Params: { grant: string; videoId: string; '*': string }
  Querystring: { download?: string }
}

/**
 * Returns the file of a grant. Refuses with E_NOT_FOUND if the reader has no session or no access to the file any more.
 */
async function findGranted(
  app: App,
  { grant: segment, videoId }: Wanted['Params'],
): Promise<{ actor: Actor; file: FileRow }> {
  const grant = readGrant(segment, app.config.secret)
  const actor = grant && (await actorOfSession(app.db, grant.sessionId))
  if (!grant || !actor || actor.id !== grant.userId) throw new Refusal('E_NOT_FOUND')
  const file = await findFile(app.db, actor, grant.fileId)
  if (file.video_id !== videoId) throw new Refusal('E_NOT_FOUND')
  return { actor, file }
}

/**
 * Maximum number of answers in progress per account. A player pauses by not reading, so they have no time limit; each keeps
 * some hundred kilobytes. A browser opens six connections.
 */
const MAX_ANSWERS_PER_ACCOUNT = 60

interface Serving {
  app: App
  checks: GrantChecks
  underWay: FairQueue
}

async function send(
  { app, checks, underWay }: Serving,
  request: FastifyRequest<Wanted>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { actor, file } = await findGranted(app, request.params)
  const name = request.params['*']
  const isOriginal = name === 'original'
  const type = isOriginal ? typeOfOriginal(file.file_name) : parts.find(([pattern]) => pattern.test(name))?.[1]
  if (!type) throw new Refusal('E_NOT_FOUND')
  const isDownload = isOriginal && request.query.download !== undefined
  const mayHave = (row: FileRow): boolean =>
    !isOriginal || (isDownload ? mayEdit(row) : playOriginal(row, { has_stream: row.is_playable }).allowed)
  if (!mayHave(file)) throw new Refusal('E_FORBIDDEN', { reason: 'role' })

  const key = mediaKey(file.video_id, name)
  const head = await app.storage.head(key)
  if (!head) throw new Refusal('E_NOT_FOUND')
  const end = underWay.takeNow({ accountId: actor.id, workspaceId: actor.workspaceId })
  if (reply.raw.closed || reply.raw.destroyed) end()
  else reply.raw.once('close', end)
  const tag = `"${head.size.toString(36)}-${head.modifiedAt.getTime().toString(36)}"`
  reply.headers({
    'content-type': type,
    'accept-ranges': 'bytes',
    etag: tag,
    // The browser must revalidate each time: a reader who lost access is refused, all others get 304.
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    ...(isDownload ? { 'content-disposition': attachment(file.file_name) } : {}),
  })
  if (request.headers['if-none-match'] === tag) return reply.code(304).send()
  const usesRange = !request.headers['if-range'] || request.headers['if-range'] === tag
  const range = usesRange ? parseRange(request.headers.range, head.size) : null
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${head.size}`).send()
  const length = range ? range.end - range.start + 1 : head.size
  reply.header('content-length', length)
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${head.size}`)
  if (request.method === 'HEAD' || length === 0) return reply.send()
  const isGranted = async (): Promise<boolean> => mayHave((await findGranted(app, request.params)).file)
  return reply.send(checks.watch(request.url, await app.storage.get(key, range ?? undefined), isGranted))
}

export function mediaPlugin(http: FastifyInstance, app: App): void {
  // Used without waiting.
  const underWay = new FairQueue({
    width: Infinity,
    widthPerWorkspace: Infinity,
    perAccount: MAX_ANSWERS_PER_ACCOUNT,
    perWorkspace: Infinity,
    waiting: 0,
  })
  const serving: Serving = { app, checks: openGrantChecks(), underWay }
  // Requests are not logged: an address is as good as a session while its grant is valid.
  const logLevel = 'warn'
  http.route<Wanted>({
    method: ['GET', 'HEAD'],
    url: '/media/:grant/:videoId/*',
    logLevel,
    exposeHeadRoute: false,
    handler: (request, reply) => send(serving, request, reply),
  })
  http.all('/media/*', { logLevel }, () => {
    throw new Refusal('E_NOT_FOUND')
  })
}
