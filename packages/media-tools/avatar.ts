import { globalGuards, MAX_PIXELS } from './guards.ts'
import type { ToolRun } from './tool-run.ts'

// Avatars of users and speakers. An uploaded picture is never stored as sent: it is re-encoded as a small square,
// rotated as the camera was held, without metadata or other data of the file.

/** Width and height in pixels: twice the largest size shown. */
export const AVATAR_SIDE = 256
export const AVATAR_FILE = 'avatar.jpg'

/** Number of leading bytes that `avatarDemuxer` needs. */
export const AVATAR_HEAD_BYTES = 12

/** The ffmpeg demuxer for a picture, by its first bytes; null for any other file. */
export function avatarDemuxer(bytes: Uint8Array): string | null {
  const head = String.fromCharCode(...bytes.subarray(0, AVATAR_HEAD_BYTES))
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg_pipe'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png_pipe'
  if (head.startsWith('BM')) return 'bmp_pipe'
  return head.startsWith('RIFF') && head.endsWith('WEBP') ? 'webp_pipe' : null
}

/** Converts `input` to a JPEG, cropped around its centre. Transparent areas become white. */
export function avatarRun(input: string, reader: string): ToolRun {
  const size = `${AVATAR_SIDE}:${AVATAR_SIDE}`
  const graph = [
    `[0:v]scale=${size}:force_original_aspect_ratio=increase:flags=area,crop=${size},format=rgba[picture]`,
    `color=c=white:s=${AVATAR_SIDE}x${AVATAR_SIDE}[ground]`,
    '[ground][picture]overlay=format=rgb,format=yuvj420p,setsar=1',
  ].join(';')
  return {
    program: 'ffmpeg',
    args: [
      ['-v', 'error', '-nostdin', ...globalGuards, '-protocol_whitelist', 'file', '-max_pixels', String(MAX_PIXELS)],
      ['-threads', '1', '-f', reader, '-i', input, '-filter_complex', graph, '-frames:v', '1'],
      ['-map_metadata', '-1', '-bitexact', '-q:v', '3', '-f', 'image2', '-update', '1', AVATAR_FILE],
    ].flat(),
    folders: [],
    pcm: null,
    progress: false,
  }
}

/** True when ffmpeg refused a picture because of its number of pixels. */
export function isTooManyPixelsError(stderr: string): boolean {
  return /exceeds specified max pixel count/.test(stderr)
}
