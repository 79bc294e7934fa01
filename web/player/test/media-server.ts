import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'

const TYPES: Record<string, string> = {
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.ts': 'video/mp2t',
  '.mp4': 'video/mp4',
}
const SECONDS = 12

/** A short film as an HLS stream and as its original, in a temporary folder. */
async function makeFilm(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kaiwa-film-'))
  const run = promisify(execFile)
  const sources = [
    '-f',
    'lavfi',
    '-i',
    `testsrc2=s=160x90:r=10:d=${SECONDS}`,
    '-f',
    'lavfi',
    '-i',
    `sine=440:d=${SECONDS}`,
  ]
  const codecs = [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p',
    '-g',
    '20',
    '-c:a',
    'aac',
    '-shortest',
  ]
  await run('ffmpeg', ['-v', 'error', ...sources, ...codecs, '-movflags', '+faststart', join(folder, 'original.mp4')])
  const hls = ['-f', 'hls', '-hls_time', '4', '-hls_playlist_type', 'vod', '-hls_flags', 'single_file']
  await run('ffmpeg', [
    '-v',
    'error',
    '-i',
    join(folder, 'original.mp4'),
    '-c',
    'copy',
    ...hls,
    join(folder, 'playlist.m3u8'),
  ])
  return folder
}

async function sendFile(path: string, range: string | undefined, response: ServerResponse): Promise<void> {
  const { size } = await stat(path)
  const asked = /^bytes=(\d+)-(\d*)$/.exec(range ?? '')
  const start = asked ? Number(asked[1]) : 0
  const end = asked?.[2] ? Math.min(Number(asked[2]), size - 1) : size - 1
  response.writeHead(asked ? 206 : 200, {
    'access-control-allow-origin': '*',
    'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
    'accept-ranges': 'bytes',
    'content-length': end - start + 1,
    ...(asked ? { 'content-range': `bytes ${start}-${end}/${size}` } : {}),
  })
  createReadStream(path, { start, end }).pipe(response)
}

/**
 * Serves media at the URLs of the product: `/{grant}/{video_id}/{file}`. The grant `ended` is refused, the video
 * `fresh` has no HLS yet, and the video `broken` is not a media file.
 */
export async function openMediaServer() {
  const folder = await makeFilm()
  const asked: string[] = []
  const server = createServer((request, response) => {
    const [, grant, video, file] = (request.url ?? '').split('/')
    asked.push(`${grant}/${video}/${file}`)
    const refuse = (status: number) => response.writeHead(status).end()
    if (grant === undefined || video === undefined || file === undefined) {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><body></body>')
    } else if (grant === 'ended') refuse(403)
    else if (file === 'playlist.m3u8' && video !== 'film') refuse(404)
    else if (video === 'broken') response.writeHead(200, { 'content-type': 'video/mp4' }).end('this is no film')
    else void sendFile(join(folder, file === 'original' ? 'original.mp4' : file), request.headers.range, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true })
    },
  }
}
