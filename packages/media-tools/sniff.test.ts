import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { allowedExtension, isAudioExtension, sniff } from './sniff.ts'

function bytes(...parts: (string | number)[]) {
  return Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : [part])),
  )
}

function mp3Frames() {
  const frame = new Uint8Array(417)
  frame.set([0xff, 0xfb, 0x90, 0x64])
  return Uint8Array.from([...frame, ...frame, ...frame])
}

function adtsFrames(secondAt = 32) {
  const head = new Uint8Array(64)
  for (const at of [0, secondAt]) head.set([0xff, 0xf1, 0x50, 0x80, 0x04, 0x00, 0xfc], at)
  return head
}

describe('sniff', () => {
  it.each([
    ['mp4', bytes(0, 0, 0, 32, 'ftypisom', 0, 0, 2, 0)],
    ['mp4', bytes(0, 0, 0, 32, 'ftypM4A ', 0, 0, 2, 0)],
    ['mp4', bytes(0, 0, 0, 20, 'ftypqt  ', 0, 0, 2, 0)],
    ['mp4', bytes(0, 0, 0, 8, 'wide', 0, 0, 1, 0, 'mdat')],
    ['matroska', bytes(0x1a, 0x45, 0xdf, 0xa3, 0x9f, 'B')],
    ['flac', bytes('fLaC', 0, 0, 0, 34)],
    ['wav', bytes('RIFF', 36, 0, 0, 0, 'WAVEfmt ')],
    ['wav', bytes('RF64', 255, 255, 255, 255, 'WAVEds64')],
    ['mp3', bytes('ID3', 4, 0, 0, 0, 0, 1, 0)],
    ['mp3', mp3Frames()],
    ['aac', adtsFrames()],
    [null, adtsFrames(40)],
    [null, bytes()],
    [null, bytes(0)],
    [null, bytes('A')],
    [null, bytes('Nothing but text, however long it may be')],
    [null, bytes('#EXTM3U\n#EXT-X-VERSION:3\n')],
    [null, bytes('ffconcat version 1.0\nfile /etc/passwd\n')],
    [null, bytes(0x89, 'PNG\r\n', 0x1a, '\n', 0, 0, 0, 13, 'IHDR')],
    [null, bytes(0xff, 0xd8, 0xff, 0xe0, 0, 16, 'JFIF')],
    [null, bytes(0, 0, 0, 28, 'ftypavif', 0, 0, 0, 0)],
    [null, bytes('RIFF', 36, 0, 0, 0, 'AVI LIST')],
    [null, bytes('OggS', 0, 2, 0, 0)],
    [null, bytes(0xff, 0xf1, 0x50, 0x80, 0, 0, 0, 0)],
  ])('UP-01 detects %s by the first bytes (%#)', (kind, head) => expect(sniff(head)).toBe(kind))

  it.each([
    ['ja-sales-call.mp4', 'mp4'],
    ['ja-sales-call.m4a', 'mp4'],
    ['ami-dev00.flac', 'flac'],
    ['en-jfk.wav', 'wav'],
    ['SOURCES.md', null],
    ['ami.rttm', null],
  ])('%s is detected as %s', (name, kind) => {
    const file = readFileSync(new URL(`../../media/${name}`, import.meta.url))
    expect(sniff(file.subarray(0, 4096))).toBe(kind)
  })
})

describe('allowedExtension', () => {
  it.each([
    ['call.mp4', 'mp4'],
    ['CALL.MKV', 'mkv'],
    ['a.b.mov', 'mov'],
    ['会議 2026-11-02.m4a', 'm4a'],
    ['../../x.flac', 'flac'],
    ['call.mp4.exe', null],
    ['call.webm', null],
    ['call', null],
    ['.mp4', null],
    ['folder/.mp4', null],
    ['call.mp4 ', null],
    ['call.mp4\u0000.txt', null],
  ])('UP-01 of %j is %s', (name, extension) => expect(allowedExtension(name)).toBe(extension))

  it('lists the audio-only extensions', () => {
    expect(['mp4', 'mkv', 'mov', 'mp3', 'flac', 'wav', 'm4a'].map((name) => isAudioExtension(name as 'mp4'))).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
      true,
    ])
  })
})
