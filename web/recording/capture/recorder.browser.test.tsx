// Records tones, whose place in the recording is known, with the MediaRecorder of the browser.
import type { RecordingInterruption } from '@kaiwa/contract/recordings.ts'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { updateServerTime } from '../../platform/response-clock.ts'
import { amplitude, closeTones, decode, openTone, unplug } from '../test/tones.ts'
import type { Sources } from '../types.ts'
import { openSources } from './open-sources.ts'
import { type Gap, Recorder } from './recorder.ts'

const HOUR_MS = 3_600_000
const requestDevice = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
let microphone: MediaStream
/** Recorders and contexts that were created, so that a test can do to them what a browser does. */
let recorders: MediaRecorder[]
let contexts: AudioContext[]

beforeEach(async () => {
  microphone = await openTone(440)
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () => microphone)
  recorders = []
  contexts = []
  vi.stubGlobal(
    'MediaRecorder',
    class extends MediaRecorder {
      constructor(...values: ConstructorParameters<typeof MediaRecorder>) {
        super(...values)
        recorders.push(this)
      }
    },
  )
  vi.stubGlobal(
    'AudioContext',
    class extends AudioContext {
      constructor(options: AudioContextOptions) {
        super(options)
        contexts.push(this)
      }
    },
  )
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  await closeTones()
})

interface Recorded {
  recorder: Recorder
  sources: Sources
  segments: Blob[][]
  /** Seconds up to the end of each piece. */
  ends: number[]
  interruptions: RecordingInterruption[]
  sound: (segment: number) => Promise<AudioBuffer>
}

async function record(
  choice: Partial<Sources['choice']> = {},
  start: { seconds: number; gap: Gap | null } = { seconds: 0, gap: null },
): Promise<Recorded> {
  const sources = await openSources({ microphoneId: 'default', screen: null, cameraId: null, ...choice })
  const segments: Blob[][] = []
  const ends: number[] = []
  const interruptions: RecordingInterruption[] = []
  const recorder = new Recorder(
    sources,
    {
      onSegment: () => segments.push([]),
      onPiece: (bytes, end) => {
        segments.at(-1)!.push(bytes)
        ends.push(end)
      },
      onInterruption: (interruption) => interruptions.push(interruption),
      onChange: () => undefined,
    },
    start,
  )
  onTestFinished(async () => {
    await recorder.stop()
    sources.close()
  })
  return { recorder, sources, segments, ends, interruptions, sound: (index) => decode(new Blob(segments[index])) }
}

it('has a piece every second, and the length of the sound', async () => {
  const { recorder, segments, ends, sound } = await record()
  await expect.poll(() => ends.length).toBeGreaterThanOrEqual(3)
  await recorder.stop()
  expect(recorder.phase).toBe('stopped')
  expect(segments).toHaveLength(1)
  expect(ends).toEqual(ends.toSorted((a, b) => a - b))
  const { duration } = await sound(0)
  expect(Math.abs(duration - ends.at(-1)!)).toBeLessThan(0.3)
})

it('has the microphone left and the system right', async () => {
  const canvas = document.createElement('canvas')
  const shared = new MediaStream([...canvas.captureStream(1).getTracks(), ...(await openTone(1_000)).getTracks()])
  vi.spyOn(navigator.mediaDevices, 'getDisplayMedia').mockResolvedValue(shared)
  const { recorder, ends, sound } = await record({ screen: { picture: false } })
  await expect.poll(() => ends.length).toBeGreaterThanOrEqual(2)
  await recorder.stop()
  const stereo = await sound(0)
  const loudness = [0, 1].map((channel) => [440, 1_000].map((frequency) => amplitude(stereo, channel, frequency, 0.5)))
  const [left, right] = loudness as [[number, number], [number, number]]
  // Each tone is in its channel.
  expect(left[0]).toBeGreaterThan(0.02)
  expect(left[0]).toBeGreaterThan(10 * left[1])
  expect(right[1]).toBeGreaterThan(0.02)
  expect(right[1]).toBeGreaterThan(10 * right[0])
})

it('leaves pauses out', async () => {
  const { recorder, segments, ends, interruptions, sound } = await record()
  await expect.poll(() => ends.length).toBeGreaterThanOrEqual(1)
  recorder.pause()
  const { seconds } = recorder
  expect(recorder.phase).toBe('paused')
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(recorder.seconds).toBe(seconds)
  recorder.resume()
  const before = ends.length
  await expect.poll(() => ends.length).toBeGreaterThanOrEqual(before + 2)
  await recorder.stop()
  expect(segments).toHaveLength(1)
  expect(interruptions).toEqual([])
  const { duration } = await sound(0)
  expect(Math.abs(duration - recorder.seconds)).toBeLessThan(0.3)
})

it('records with the picture of a camera, and continues without it', async () => {
  const camera = await requestDevice({ video: true })
  vi.mocked(navigator.mediaDevices.getUserMedia).mockImplementation(async ({ video } = {}) =>
    video ? camera : microphone,
  )
  const { recorder, sources, ends, sound } = await record({ cameraId: 'default' })
  await expect.poll(() => ends.length).toBeGreaterThanOrEqual(1)
  expect(recorders[0]!.mimeType).toMatch(/^video\/webm/)
  unplug(camera)
  expect(sources.problems()).toEqual([{ device: 'camera', kind: 'lost' }])
  const { seconds } = recorder
  await expect.poll(() => ends.at(-1)).toBeGreaterThan(seconds + 2)
  await recorder.stop()
  const last = await sound(recorders.length - 1)
  expect(last.duration).toBeGreaterThan(1)
})

it('begins a new segment when MediaRecorder has stopped', async () => {
  const { recorder, segments, ends, interruptions, sound } = await record()
  await expect.poll(() => ends.length).toBeGreaterThanOrEqual(2)
  recorders[0]!.stop()
  const before = ends.length
  await expect.poll(() => segments.length).toBe(2)
  await expect.poll(() => ends.length).toBeGreaterThanOrEqual(before + 2)
  await recorder.stop()
  expect(interruptions).toMatchObject([{ reason: 'recorder' }])
  expect(interruptions[0]!.missing).toBeLessThan(2)
  const durations = [(await sound(0)).duration, (await sound(1)).duration]
  expect(Math.abs(durations[0]! + durations[1]! - recorder.seconds)).toBeLessThan(0.5)
  expect(Math.abs(durations[0]! - interruptions[0]!.seconds)).toBeLessThan(0.3)
})

it('begins a new segment when no piece comes any more', async () => {
  const { recorder, segments, ends, interruptions } = await record()
  await expect.poll(() => ends.length).toBeGreaterThanOrEqual(1)
  // As after a sleep: the recorder claims to record, and gives nothing.
  recorders[0]!.pause()
  await expect.poll(() => segments.length).toBe(2)
  await recorder.stop()
  expect(interruptions).toMatchObject([{ reason: 'recorder' }])
  expect(interruptions[0]!.missing).toBeGreaterThan(3)
  // Missing seconds are not counted.
  expect(recorder.seconds - interruptions[0]!.seconds).toBeLessThan(3)
})

it('cuts out what is missing while the browser has suspended the sound', async () => {
  const { recorder, segments, ends, interruptions, sound } = await record()
  await expect.poll(() => ends.length).toBeGreaterThanOrEqual(1)
  const [context] = contexts.slice(-1)
  const resume = vi.spyOn(context!, 'resume').mockResolvedValue()
  await context!.suspend()
  await expect.poll(() => recorder.phase).toBe('interrupted')
  resume.mockRestore()
  await context!.resume()
  await expect.poll(() => segments.length).toBe(2)
  await recorder.stop()
  expect(interruptions).toMatchObject([{ reason: 'sleep' }])
  expect(interruptions[0]!.missing).toBeGreaterThan(2)
  const durations = [(await sound(0)).duration, (await sound(1)).duration]
  expect(Math.abs(durations[0]! + durations[1]! - recorder.seconds)).toBeLessThan(0.6)
})

it('waits while no device is left, and continues with another one', async () => {
  const { recorder, sources, segments, ends, interruptions, sound } = await record()
  await expect.poll(() => ends.length).toBeGreaterThanOrEqual(1)
  unplug(microphone)
  await expect.poll(() => recorder.phase).toBe('interrupted')
  microphone = await openTone(900, 44_100)
  await sources.chooseMicrophone('another')
  await expect.poll(() => segments.length).toBe(2)
  const before = ends.length
  await expect.poll(() => ends.length).toBeGreaterThan(before)
  await recorder.stop()
  expect(interruptions).toMatchObject([{ reason: 'device' }])
  expect(amplitude(await sound(1), 0, 900, 0.3)).toBeGreaterThan(0.02)
})

it('continues with other sources in a new segment', async () => {
  const { recorder, segments, ends, interruptions, sound } = await record()
  await expect.poll(() => ends.length).toBeGreaterThanOrEqual(1)
  microphone = await openTone(900)
  const other = await openSources({ microphoneId: 'default', screen: null, cameraId: null })
  onTestFinished(() => other.close())
  await recorder.replaceSources(other, 'device')
  await expect.poll(() => segments.length).toBe(2)
  await recorder.stop()
  expect(interruptions).toMatchObject([{ reason: 'device' }])
  expect(amplitude(await sound(0), 0, 440, 0.3)).toBeGreaterThan(0.02)
  expect(amplitude(await sound(1), 0, 900, 0.3)).toBeGreaterThan(0.02)
})

it('a recording that is continued counts on, after an interruption', async () => {
  const since = { monotonic: performance.now(), wall: Date.now(), server: Date.now() }
  const { recorder, ends, interruptions } = await record(
    {},
    { seconds: 100, gap: { reason: 'closed', seconds: 500, since } },
  )
  await expect.poll(() => ends.length).toBeGreaterThanOrEqual(1)
  expect(ends[0]).toBeGreaterThan(100)
  expect(interruptions).toMatchObject([{ seconds: 100, reason: 'closed' }])
  expect(interruptions[0]!.missing).toBeGreaterThanOrEqual(500)
  await recorder.stop()
})

/** Sets the clock of the computer an hour forward; the server's is `serverMs` ahead of what it was. */
function setClock(serverMs: number): void {
  const now = Date.now.bind(Date)
  updateServerTime(new Date().toUTCString())
  vi.spyOn(Date, 'now').mockImplementation(() => now() + HOUR_MS)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({}, { headers: { date: new Date(now() + serverMs).toUTCString() } }),
  )
  onTestFinished(() => updateServerTime(new Date(now()).toUTCString()))
}

it('marks a sleep that only the clock of the computer has counted', async () => {
  const { recorder, segments, ends, interruptions } = await record()
  await expect.poll(() => ends.length).toBeGreaterThanOrEqual(1)
  setClock(HOUR_MS)
  await expect.poll(() => segments.length).toBe(2)
  await recorder.stop()
  expect(interruptions).toMatchObject([{ reason: 'sleep' }])
  expect(Math.abs(interruptions[0]!.missing - 3_600)).toBeLessThan(10)
})

it('does not take a clock that was set for a sleep', async () => {
  const { recorder, segments, ends, interruptions } = await record()
  await expect.poll(() => ends.length).toBeGreaterThanOrEqual(1)
  setClock(0)
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled())
  const before = ends.length
  await expect.poll(() => ends.length).toBeGreaterThanOrEqual(before + 2)
  await recorder.stop()
  expect(segments).toHaveLength(1)
  expect(interruptions).toEqual([])
  expect(recorder.seconds).toBeLessThan(60)
})

it('counts the seconds without sound', async () => {
  const { recorder } = await record()
  await expect.poll(() => recorder.seconds).toBeGreaterThan(1)
  expect(recorder.silentSeconds).toBeLessThan(0.5)
  // A switch on the device: the track is live and gives zeros.
  for (const track of microphone.getTracks()) track.enabled = false
  await expect.poll(() => recorder.silentSeconds).toBeGreaterThan(1)
  for (const track of microphone.getTracks()) track.enabled = true
  await expect.poll(() => recorder.silentSeconds).toBeLessThan(0.5)
  await recorder.stop()
})
