import { expect, it } from 'vitest'
import { avatarDemuxer, avatarRun, isTooManyPixelsError } from './avatar.ts'

function bytes(text: string) {
  return Uint8Array.from(Buffer.from(text, 'latin1'))
}

it.each([
  ['jpeg_pipe', '\xff\xd8\xff\xe0\x00\x10JFIF'],
  ['jpeg_pipe', '\xff\xd8\xff\xe1\x00\x10Exif'],
  ['png_pipe', '\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR'],
  ['bmp_pipe', 'BM\x9a\x00\x00\x00'],
  ['webp_pipe', 'RIFF\x24\x00\x00\x00WEBPVP8 '],
  [null, ''],
  [null, 'GIF89a\x01\x00'],
  [null, '<svg xmlns="http://www.w3.org/2000/svg">'],
  [null, '#EXTM3U\n#EXT-X-VERSION:3\n'],
  [null, 'ffconcat version 1.0\nfile /etc/passwd\n'],
  [null, 'RIFF\x24\x00\x00\x00WAVEfmt '],
  [null, '\x00\x00\x00\x1cftypavif'],
])('ACC-14 selects the demuxer %s by the first bytes (%#)', (reader, head) => {
  expect(avatarDemuxer(bytes(head))).toBe(reader)
})

it('reads a picture from a file with its own demuxer and a pixel limit, and removes its metadata', () => {
  const line = avatarRun('in', 'png_pipe').args.join(' ')
  for (const part of ['-protocol_whitelist file', '-max_pixels 36000000', '-f png_pipe -i in', '-map_metadata -1'])
    expect(line).toContain(part)
})

it("recognises ffmpeg's error for too many pixels", () => {
  expect(isTooManyPixelsError('[png] Picture size 16000x16000 exceeds specified max pixel count 36000000')).toBe(true)
  expect(isTooManyPixelsError('[png] Invalid PNG signature')).toBe(false)
})
