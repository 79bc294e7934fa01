// U2: 1 GB through 20 lost connections and one kill of the server: the ratio of sent bytes to the size of the file, and
// a check that the stored bytes are correct. The client follows tus: after a loss it requests the offset and continues
// there. Measured once with chunks and checksums like our browser app, and once in one piece like a plain client; the
// worse result counts.

import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { report } from './measure.ts'
import { type BenchUpload, startUploadServer } from './upload-server.ts'

const MB = 1_048_576
const SIZE = 1024 * MB
const CHUNK = 64 * MB
const CUTS = 20
const GOAL = 1.02

/** The file consists of repetitions of this pattern. */
const pattern = randomBytes(16 * MB)
const server = await startUploadServer()

/** The bytes of the file from `start` (inclusive) to `end` (exclusive), in pieces of at most 1 MB. */
function* bytesOf(start: number, end: number): Generator<Buffer> {
  for (let at = start; at < end;) {
    const from = at % pattern.length
    const count = Math.min(MB, pattern.length - from, end - at)
    yield pattern.subarray(from, from + count)
    at += count
  }
}

function sha256(start: number, end: number): string {
  const hash = createHash('sha256')
  for (const bytes of bytesOf(start, end)) hash.update(bytes)
  return hash.digest('base64')
}

/** Retries until the server is back. */
async function request(method: 'POST' | 'HEAD', upload: BenchUpload): Promise<number> {
  const path = method === 'POST' ? '/api/tus' : upload.path
  const headers = method === 'POST' ? { ...upload.headers, 'Upload-Length': String(SIZE) } : upload.headers
  for (let tries = 1; ; tries++) {
    try {
      const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { method, headers })
      if (!response.ok) throw new Error(`${method} answered ${response.status}`)
      return Number(response.headers.get('upload-offset'))
    } catch (error) {
      if (tries === 20) throw error
      await pause(100)
    }
  }
}

/** The fault to inject when byte `at` of the file has been sent. */
interface Fault {
  at: number
  is: 'cut' | 'kill'
}

/** Sends bytes in one PATCH. Stops at the response or at the fault, and returns the number of bytes sent. */
async function patch(upload: BenchUpload, start: number, end: number, hasChecksum: boolean, fault: Fault | null) {
  const socket = connect(server.port, '127.0.0.1')
  socket.on('error', () => undefined)
  const answered = once(socket, 'data')
  const headers = {
    ...upload.headers,
    Host: '127.0.0.1',
    'Content-Type': 'application/offset+octet-stream',
    'Content-Length': end - start,
    'Upload-Offset': start,
    ...(hasChecksum ? { 'Upload-Checksum': `sha256 ${sha256(start, end)}` } : {}),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`PATCH ${upload.path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  let sent = 0
  for (const bytes of bytesOf(start, fault?.at ?? end)) {
    await new Promise((resolve) => socket.write(bytes, resolve))
    sent += bytes.length
  }
  if (fault) {
    answered.catch(() => undefined)
    if (fault.is === 'kill') await server.killAndRestart()
  } else {
    const [answer] = (await answered) as [Buffer]
    if (!String(answer).startsWith('HTTP/1.1 204')) throw new Error(String(answer))
  }
  socket.destroy()
  return sent
}

async function measure(chunk: number, hasChecksum: boolean): Promise<number> {
  const upload = await server.requestUpload(SIZE)
  await request('POST', upload)
  const cuts = Array.from({ length: CUTS }, (_, n): Fault => ({
    at: Math.floor(((n + 0.37) * SIZE) / CUTS),
    is: 'cut',
  }))
  const faults = [...cuts, { at: Math.floor(0.51 * SIZE), is: 'kill' } as const].sort((a, b) => a.at - b.at)
  let sent = 0
  for (let offset = 0; offset < SIZE; offset = await request('HEAD', upload)) {
    const end = Math.min(SIZE, offset + chunk)
    const next = faults[0]
    const fault = next && next.at < end ? next : null
    if (fault) faults.shift()
    sent += await patch(upload, offset, end, hasChecksum, fault)
  }
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(server.originalOf(upload))) hash.update(bytes as Buffer)
  if (hash.digest('base64') !== sha256(0, SIZE)) throw new Error('The bytes that arrived are not those that were sent')
  await rm(server.originalOf(upload))
  return sent / SIZE
}

const inChunks = await measure(CHUNK, true)
const inOnePiece = await measure(SIZE, false)
await server.close()

const ratio = Math.max(inChunks, inOnePiece)
await report({
  id: 'U2',
  ours: (ratio * SIZE) / MB,
  peer: SIZE / MB,
  unit: 'MB',
  ratio,
  goal: `<= ${GOAL}`,
  ok: ratio <= GOAL,
  pairs: 1,
  note: `in chunks of ${CHUNK / MB} MB ${inChunks.toFixed(4)}, in one piece ${inOnePiece.toFixed(4)}, sha256 equal`,
  at: new Date().toISOString(),
})
