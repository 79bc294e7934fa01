// V3: from the last byte of a recording that was sent while it grew, at ten times the pace of speech, to its complete
// transcript: an hour against ten minutes. The engine is that of the tests, whose language is pure tones; the server is a
// separate process.

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { saveRecording } from '@kaiwa/contract/recordings.ts'
import { requestUpload, type UploadTicket } from '@kaiwa/contract/uploads.ts'
import { recordSegment } from '../server/test/factories/browser-recordings.ts'
import { makeToneEngine } from '../server/test/factories/recordings.ts'
import { callTus, tusHeaders } from '../server/test/tus.ts'
import { openBench, waitUntil } from './bench-program.ts'
import { makeToneTalk } from './inputs.ts'
import { compare } from './measure.ts'
import { IS_SHORT, loadNow } from './run-options.ts'

const PACE = 10
const [LONG, SHORT] = IS_SHORT ? [600, 100] : [3600, 600]

const engine = await makeToneEngine()
const bench = await openBench({ models: engine.folder })
const server = await bench.start('api,worker')

interface Made {
  seconds: number
  bytes: Buffer
}

async function make(seconds: number): Promise<Made> {
  const path = await makeToneTalk(bench.folder, seconds)
  return { seconds, bytes: await recordSegment({ input: ['-i', path] }) }
}

async function call(
  { method, path }: { method: string; path: string },
  params: Record<string, number>,
  body: unknown,
): Promise<unknown> {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]))
  const response = await fetch(`${server.url}/api${address}`, {
    method,
    headers: { authorization: `Bearer ${bench.owner.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`)
  return response.json()
}

/** Milliseconds from the last byte to the transcript. */
async function record({ seconds, bytes }: Made): Promise<number> {
  const uuid = randomUUID()
  const file = { uuid, name: '録音.webm', recording: true, duration: 0, num_speaker: null, language: 'ja' }
  const ticket = (await call(requestUpload, { id: bench.projectId }, { files: [file] })) as UploadTicket
  const { id, video_id: videoId } = ticket.uploads[uuid]!
  const headers = tusHeaders(ticket, uuid)
  const endpoint = `${server.url}/api/tus`
  await callTus(endpoint, 'POST', { ...headers, 'Upload-Defer-Length': '1' })
  const segments = [{ offset: 0, started_at: new Date().toISOString() }]
  await call(saveRecording, { uploadId: id }, { segments, markers: [], interruptions: [] })
  const perSecond = Math.ceil((bytes.length / seconds) * PACE)
  const since = performance.now()
  for (let at = 0; at < bytes.length; at += perSecond) {
    // The recorder has made these bytes by then.
    await pause(Math.max(0, since + ((at + perSecond) / perSecond) * 1_000 - performance.now()))
    const end = Math.min(bytes.length, at + perSecond)
    const last: Record<string, string> = end === bytes.length ? { 'Upload-Length': String(end) } : {}
    const patch = {
      ...headers,
      'Content-Type': 'application/offset+octet-stream',
      'Upload-Offset': String(at),
      ...last,
    }
    const answer = await callTus(`${endpoint}/${videoId}`, 'PATCH', patch, bytes.subarray(at, end))
    if (answer.status !== 204) throw new Error(`${answer.status} ${answer.text}`)
  }
  const stopped = performance.now()
  const find = () =>
    bench.app.db
      .selectFrom('files')
      .select(['status', 'failed_reason', 'is_preparing'])
      .where('video_id', '=', videoId)
      .executeTakeFirstOrThrow()
  await waitUntil(async () => {
    const { status, failed_reason: reason } = await find()
    if (status === 'failed') throw new Error(`The recording failed: ${reason}`)
    return status === 'processed'
  })
  const taken = performance.now() - stopped
  // The playback files of one run must not disturb the next.
  await waitUntil(async () => !(await find()).is_preparing)
  return taken
}

try {
  const [long, short] = [await make(LONG), await make(SHORT)]
  await compare({
    id: 'V3',
    goal: { atMost: 1.3 },
    ...(IS_SHORT ? { pairs: 1 } : { pairs: 3 }),
    note: `${LONG / 60} min against ${SHORT / 60} min of webm, sent at ${PACE} × the pace of speech, tone engine; ${loadNow()}`,
    ours: () => record(long),
    peer: () => record(short),
  })
} finally {
  await server.stop()
  await bench.close()
  await engine.remove()
}
