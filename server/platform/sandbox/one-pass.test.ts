import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { spriteCell } from '@kaiwa/media-tools/sprites.ts'
import type { Segment } from '@kaiwa/media-tools/segment.ts'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { testFolder } from './test-folder.ts'
import { inspectFile, runPlans } from './trial.ts'

function recording(name: string) {
  return fileURLToPath(new URL(`../../../media/${name}`, import.meta.url))
}

function ffmpeg(args: string[]) {
  return execa('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args], { encoding: 'buffer' })
}

async function examined(path: string, cwd: string) {
  const { verdict, probe, ...found } = await inspectFile(path, cwd)
  if (verdict !== 'ok' || !probe) throw new Error(`${path}: ${verdict}`)
  return { ...found, probe }
}

async function prepared(path: string, cwd: string) {
  const segments: Segment[] = []
  const progress: number[] = []
  const found = await examined(path, cwd)
  const result = await runPlans(path, found, cwd, {
    onSegment: (segment) => segments.push(segment),
    onProgress: (seconds) => progress.push(seconds),
  })
  return { ...result, found, segments, progress }
}

async function shown(path: string) {
  const { stdout } = await execa('ffprobe', [
    '-v',
    'error',
    '-show_entries',
    'stream=codec_name,width,height:format=duration',
    '-of',
    'json',
    path,
  ])
  return JSON.parse(stdout) as {
    streams: { codec_name: string; width?: number; height?: number }[]
    format: { duration?: string }
  }
}

/** RGB colour in the middle of the sprite cell for a time. */
async function cellColour(folder: string, time: number, duration: number, count: number) {
  const { image, column, row } = spriteCell(time, duration, count)
  const { streams } = await shown(join(folder, `seek/${image}.jpg`))
  const [width, height] = [streams[0]!.width! / 6, streams[0]!.height! / 6]
  const crop = `crop=8:8:${column * width + width / 2}:${row * height + height / 2},scale=1:1`
  const { stdout } = await ffmpeg([
    '-i',
    join(folder, `seek/${image}.jpg`),
    '-vf',
    crop,
    '-pix_fmt',
    'rgb24',
    '-f',
    'rawvideo',
    '-',
  ])
  return [...stdout].map((value) => Math.round(value / 64) * 64)
}

it('prepares a video: streaming media, poster, previews and all speech', async () => {
  await using folder = await testFolder()
  const path = recording('ja-sales-call.mp4')
  const { files, summary, segments, verdict, progress } = await prepared(path, folder.path)
  expect(verdict).toBe('ok')

  // The playlist covers the media file from beginning to end, without a missing or repeated byte.
  const playlist = await readFile(join(folder.path, files.playlist), 'utf8')
  const ranges = [...playlist.matchAll(/#EXT-X-BYTERANGE:(\d+)@(\d+)/g)].map(
    ([, size, at]) => [Number(size), Number(at)] as const,
  )
  expect(ranges.reduce((end, [size, at]) => (expect(at).toBe(end), at + size), 0)).toBe(
    (await stat(join(folder.path, files.media))).size,
  )
  const length = [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, [, seconds]) => sum + Number(seconds), 0)
  expect(length).toBeCloseTo(241.72, 0)
  const stream = await shown(join(folder.path, files.playlist))
  expect(stream.streams.map(({ codec_name }) => codec_name)).toEqual(['h264', 'aac'])
  await ffmpeg(['-xerror', '-i', join(folder.path, files.playlist), '-t', '20', '-f', 'null', '-'])

  expect(files.thumbnailCount).toBe(242)
  expect(files.sprites).toHaveLength(7)
  for (const name of files.sprites)
    expect((await shown(join(folder.path, name))).streams[0]).toMatchObject({ width: 960, height: 540 })
  expect((await shown(join(folder.path, files.poster!))).streams[0]).toMatchObject({ width: 640, height: 360 })

  // The segments equal, sample for sample, what plain ffmpeg decodes.
  const { stdout } = await ffmpeg(['-i', path, '-vn', '-ac', '1', '-ar', '16000', '-f', 's16le', '-'])
  const bare = new Int16Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.byteLength))
  expect(summary.decodedSeconds).toBe(bare.length / 16_000)
  for (const { start, end, samples } of segments) {
    expect(
      Buffer.from(samples.buffer).equals(
        Buffer.from(bare.slice(Math.round(start * 16_000), Math.round(end * 16_000)).buffer),
      ),
    ).toBe(true)
  }
  expect(progress.at(-1)).toBeGreaterThan(240)
})

it('keeps every word of a conversation', async () => {
  await using folder = await testFolder()
  const { segments, summary, files } = await prepared(recording('ja-sales-call.m4a'), folder.path)
  const script = JSON.parse(await readFile(recording('ja-sales-call.json'), 'utf8')) as {
    utterances: { start: number; end: number }[]
  }
  // Up to half a second may be a pause that the reference counts as part of the utterance.
  for (const { start, end } of script.utterances) {
    const speechSeconds = segments.reduce(
      (sum, segment) => sum + Math.max(0, Math.min(end, segment.end) - Math.max(start, segment.start)),
      0,
    )
    expect(speechSeconds, `utterance at ${start}`).toBeGreaterThan(end - start - 0.5)
  }
  expect(Math.max(...segments.map((segment) => segment.end - segment.start))).toBeLessThanOrEqual(30)
  expect(summary.waveform.peaks.length).toBeGreaterThan(1000)
  expect(summary.separation).toBeNull()
  expect(files).toMatchObject({ poster: null, sprites: [], thumbnailCount: 0 })
})

describe('PLAY-22 a cell shows the frame of its time', () => {
  // Five seconds each of red, lime and blue.
  const scenes = ['red', 'lime', 'blue'].flatMap((colour) => [
    '-f',
    'lavfi',
    '-i',
    `color=${colour}:size=320x180:rate=10:duration=5`,
  ])
  const made = async (path: string, codec: string[]) => {
    const join3 = '[0:v][1:v][2:v]concat=n=3:v=1[v]'
    const sound = ['-f', 'lavfi', '-i', 'sine=duration=15']
    await ffmpeg([...scenes, ...sound, '-filter_complex', join3, '-map', '[v]', '-map', '3:a', ...codec, path])
  }

  it.each([
    ['copied, with dense keyframes', ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-g', '10'], true],
    [
      'copied, with a single keyframe',
      ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-x264-params', 'keyint=infinite:scenecut=0'],
      false,
    ],
    ['transcoded', ['-c:v', 'mpeg4', '-g', '10'], true],
  ])('PLAY-22 %s', async (_, codec, dense) => {
    await using folder = await testFolder()
    const path = join(folder.path, 'scenes.mp4')
    await made(path, codec)
    const { files, found } = await prepared(path, folder.path)
    expect(found.denseKeyframes).toBe(dense)
    const colours = [0.5, 4.5, 5.5, 9.9, 10.1, 14.9].map((time) =>
      cellColour(folder.path, time, found.duration, files.thumbnailCount),
    )
    const [red, lime, blue] = [[256, 0, 0], [0, 256, 0], [0, 0, 256]] // prettier-ignore
    expect(await Promise.all(colours)).toEqual([red, red, lime, lime, blue, blue])
    expect((await shown(join(folder.path, files.playlist))).streams[0]).toMatchObject({
      codec_name: 'h264',
      width: 320,
      height: 180,
    })
  })
})

it('keeps the two channels of a call separate', async () => {
  await using folder = await testFolder()
  const path = join(folder.path, 'call.wav')
  const side = 'aformat=channel_layouts=mono'
  const sides = `[0:a]apad=pad_dur=12,${side}[l];[1:a]adelay=12000,${side}[r];[l][r]amerge=inputs=2[call]`
  const voice = ['-i', recording('en-jfk.wav')]
  await ffmpeg([...voice, ...voice, '-filter_complex', sides, '-map', '[call]', path])
  const { summary, segments } = await prepared(path, folder.path)
  expect(summary.separation).toMatchObject({ separate: true })
  expect(segments.every(({ envelopes }) => envelopes.length === 2)).toBe(true)
})

it('prepares sound only if the video is broken, with the same segments', async () => {
  await using folder = await testFolder()
  const path = recording('ja-sales-call.mp4')
  const found = await examined(path, folder.path)
  const starts: number[] = []
  const alone = { ...found, probe: { ...found.probe, video: null } }
  const { files } = await runPlans(path, alone, folder.path, { onSegment: ({ start }) => starts.push(start) })
  expect(files).toMatchObject({ playlist: 'playlist.m3u8', poster: null, thumbnailCount: 0 })
  const { streams } = await shown(join(folder.path, files.playlist))
  expect(streams.map(({ codec_name }) => codec_name)).toEqual(['aac'])
  expect(starts).toEqual((await prepared(path, folder.path)).segments.map(({ start }) => start))
})
