// U1: 1 GB as a resumable upload with checksums, durable offsets and fsync, against a plain `http PUT` to disk with
// fsync. Both servers are separate processes, both bodies come from memory, and the client's hashing is not counted.
// The chunk size is 64 MB; KAIWA_BENCH_CHUNK_MB sets another one.

import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { compare } from './measure.ts'
import { startUploadServer } from './upload-server.ts'

const MB = 1_048_576
const SIZE = 1024 * MB
const CHUNK = Number(process.env['KAIWA_BENCH_CHUNK_MB'] ?? 64) * MB

const chunk = randomBytes(CHUNK)
const checksum = `sha256 ${createHash('sha256').update(chunk).digest('base64')}`
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** Sends a body that repeats the chunk; `times` is the number of repetitions. Returns the HTTP status code. */
async function send(port: number, method: string, path: string, headers: Record<string, string>, times: number) {
  const length = { 'Content-Length': String(times * CHUNK) }
  const call = request({ port, host: '127.0.0.1', method, path, agent, headers: { ...headers, ...length } })
  const answered = once(call, 'response')
  for (let n = 0; n < times; n++) if (!call.write(chunk)) await Promise.race([once(call, 'drain'), answered])
  call.end()
  const [response] = (await answered) as [IncomingMessage]
  response.resume()
  await once(response, 'end')
  return response.statusCode
}

function expectStatus(status: number | undefined, wanted: number): void {
  if (status !== wanted) throw new Error(`Answered ${status}, not ${wanted}`)
}

const ours = await startUploadServer()
const peerPath = join(tmpdir(), `kaiwa-bench-put-${process.pid}`)
const peer = spawn(process.execPath, [fileURLToPath(new URL('put-server.ts', import.meta.url)), peerPath], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const [output] = (await once(peer.stdout, 'data')) as [Buffer]
const peerPort = Number(String(output))

function throughput(since: number): number {
  return SIZE / MB / ((performance.now() - since) / 1000)
}

await compare({
  id: 'U1',
  goal: { atLeast: 0.9 },
  unit: 'MB/s',
  note: `1 GB in chunks of ${CHUNK / MB} MB`,
  async ours() {
    const upload = await ours.requestUpload(SIZE)
    const since = performance.now()
    const creation = { ...upload.headers, 'Upload-Length': String(SIZE) }
    expectStatus(await send(ours.port, 'POST', '/api/tus', creation, 0), 201)
    for (let offset = 0; offset < SIZE; offset += CHUNK) {
      const headers = {
        ...upload.headers,
        'Content-Type': 'application/offset+octet-stream',
        'Upload-Offset': String(offset),
        'Upload-Checksum': checksum,
      }
      expectStatus(await send(ours.port, 'PATCH', upload.path, headers, 1), 204)
    }
    const result = throughput(since)
    await rm(ours.originalOf(upload))
    return result
  },
  async peer() {
    const since = performance.now()
    expectStatus(await send(peerPort, 'PUT', '/', {}, SIZE / CHUNK), 201)
    const result = throughput(since)
    await rm(peerPath)
    return result
  },
})

agent.destroy()
peer.kill()
await ours.close()
