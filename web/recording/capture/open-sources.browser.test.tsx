import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { closeTones, openTone, unplug } from '../test/tones.ts'
import type { CaptureChoice, CaptureProblem, Sources } from '../types.ts'
import { listDevices, support, watchDevices } from './devices.ts'
import { openSources } from './open-sources.ts'

const MICROPHONE: CaptureChoice = { microphoneId: 'default', screen: null, cameraId: null }
const NOTHING: CaptureChoice = { ...MICROPHONE, microphoneId: null }

afterEach(async () => {
  vi.restoreAllMocks()
  await closeTones()
})

async function open(choice: CaptureChoice): Promise<Sources> {
  const sources = await openSources(choice)
  onTestFinished(() => sources.close())
  return sources
}

function problemsOf(sources: Sources): CaptureProblem[] {
  const problems: CaptureProblem[] = []
  sources.subscribe((problem) => problems.push(problem))
  return problems
}

describe('a microphone', () => {
  it('is one channel with the level of its sound', async () => {
    const sources = await open(MICROPHONE)
    expect(sources.channels).toEqual(['microphone'])
    expect(sources.hasVideo).toBe(false)
    expect(sources.preview).toBeNull()
    expect(sources.recorded.getTracks().map(({ kind }) => kind)).toEqual(['audio'])
    // The microphone of the test browser beeps once a second.
    await expect.poll(() => sources.recentLevel(), { interval: 20 }).toBeGreaterThan(-50)
    await expect.poll(() => sources.levels()[0], { interval: 20 }).toBeLessThan(-60)
  })

  it('can be chosen', async () => {
    await open(MICROPHONE)
    const { microphones, cameras } = await listDevices()
    const chosen = microphones.find(({ deviceId }) => deviceId !== 'default')!
    expect(cameras.length).toBeGreaterThan(0)
    const request = vi.spyOn(navigator.mediaDevices, 'getUserMedia')
    await open({ ...MICROPHONE, microphoneId: chosen.deviceId })
    const [track] = (await (request.mock.results[0]!.value as Promise<MediaStream>)).getAudioTracks()
    expect(track?.getSettings().deviceId).toBe(chosen.deviceId)
    expect(track?.getSettings().echoCancellation).toBe(false)
  })

  it('is closed with its track', async () => {
    const request = vi.spyOn(navigator.mediaDevices, 'getUserMedia')
    const sources = await openSources(MICROPHONE)
    const stream = await (request.mock.results[0]!.value as Promise<MediaStream>)
    sources.close()
    expect(stream.getTracks().map(({ readyState }) => readyState)).toEqual(['ended'])
  })
})

describe('a screen with its sound', () => {
  it('is the second channel, next to the microphone without its echo', async () => {
    const request = vi.spyOn(navigator.mediaDevices, 'getUserMedia')
    const sources = await open({ ...MICROPHONE, screen: { picture: false } })
    expect(sources.channels).toEqual(['microphone', 'system'])
    expect(sources.hasVideo).toBe(false)
    expect(sources.levels()).toHaveLength(2)
    const stream = await (request.mock.results[0]!.value as Promise<MediaStream>)
    expect(stream.getAudioTracks()[0]?.getSettings().echoCancellation).toBe(true)
  })

  it('is recorded alone, with its picture', async () => {
    const sources = await open({ ...NOTHING, screen: { picture: true } })
    expect(sources.channels).toEqual(['system'])
    expect(sources.hasVideo).toBe(true)
    expect(sources.preview?.getVideoTracks()).toHaveLength(1)
    expect(sources.recorded.getTracks().map(({ kind }) => kind)).toEqual(['audio', 'video'])
  })

  it('keeps its sound when its picture is not recorded', async () => {
    const request = vi.spyOn(navigator.mediaDevices, 'getDisplayMedia')
    const sources = await open({ ...NOTHING, screen: { picture: false } })
    const stream = await (request.mock.results[0]!.value as Promise<MediaStream>)
    expect(stream.getVideoTracks()[0]?.readyState).toBe('ended')
    await expect.poll(() => sources.recentLevel(), { interval: 20 }).toBeGreaterThan(-50)
    expect(sources.problems()).toEqual([])
  })

  it('APP-10 without sound is reported, and the microphone is recorded', async () => {
    vi.spyOn(navigator.mediaDevices, 'getDisplayMedia').mockImplementation(async () => pictureOnly())
    const sources = await open({ ...MICROPHONE, screen: { picture: true } })
    expect(problemsOf(sources)).toEqual([{ device: 'screen', kind: 'no-system-sound' }])
    expect(sources.channels).toEqual(['microphone'])
  })
})

/** A shared screen without the checkbox for its sound. */
function pictureOnly(): MediaStream {
  return document.createElement('canvas').captureStream(1)
}

it('a camera is the picture', async () => {
  const sources = await open({ ...MICROPHONE, cameraId: 'default' })
  expect(sources.hasVideo).toBe(true)
  expect(sources.preview?.getVideoTracks()).toHaveLength(1)
})

it.each([
  [
    { ...MICROPHONE, microphoneId: 'unplugged' },
    { device: 'microphone', kind: 'no-device' },
  ],
  [
    { ...MICROPHONE, cameraId: 'unplugged' },
    { device: 'camera', kind: 'no-device' },
  ],
  [NOTHING, { device: 'microphone', kind: 'no-device' }],
])('APP-10 %j fails with %j', async (choice, problem) => {
  await expect(openSources(choice)).rejects.toMatchObject({ name: 'CaptureFailure', problem })
})

it('APP-10 only a screen, whose sound was not ticked, fails', async () => {
  const stream = pictureOnly()
  vi.spyOn(navigator.mediaDevices, 'getDisplayMedia').mockResolvedValue(stream)
  const problem = { device: 'screen', kind: 'no-system-sound' }
  await expect(openSources({ ...NOTHING, screen: { picture: true } })).rejects.toMatchObject({ problem })
  expect(stream.getTracks().map(({ readyState }) => readyState)).toEqual(['ended'])
})

it('APP-10 a failure of the microphone closes the screen that was shared before', async () => {
  const request = vi.spyOn(navigator.mediaDevices, 'getDisplayMedia')
  await expect(openSources({ microphoneId: 'gone', screen: { picture: true }, cameraId: null })).rejects.toThrow(
    'microphone: no-device',
  )
  const stream = await (request.mock.results[0]!.value as Promise<MediaStream>)
  expect(new Set(stream.getTracks().map(({ readyState }) => readyState))).toEqual(new Set(['ended']))
})

it.each([
  ['denied', 'denied'],
  ['prompt', 'not-asked'],
] as const)('APP-10 a refusal of the microphone while the permission is %s: %s', async (setting, kind) => {
  vi.spyOn(navigator.permissions, 'query').mockResolvedValue({ state: setting } as PermissionStatus)
  // The test browser answers questions itself, with yes.
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('', 'NotAllowedError'))
  await expect(openSources(MICROPHONE)).rejects.toMatchObject({ problem: { device: 'microphone', kind } })
})

describe('an unplugged microphone', () => {
  it('is reported, and connected again when it is back', async () => {
    const first = await openTone(440)
    const request = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(first)
    const sources = await open(MICROPHONE)
    const problems = problemsOf(sources)
    unplug(first)
    expect(problems).toEqual([{ device: 'microphone', kind: 'lost' }])
    expect(sources.isLive()).toBe(false)
    await expect.poll(() => sources.recentLevel()).toBe(-Infinity)

    request.mockRejectedValue(new DOMException('', 'NotFoundError'))
    navigator.mediaDevices.dispatchEvent(new Event('devicechange'))
    await vi.waitFor(() => expect(request).toHaveBeenCalledTimes(2))
    // A device of another sample rate.
    request.mockResolvedValue(await openTone(440, 16_000))
    navigator.mediaDevices.dispatchEvent(new Event('devicechange'))
    await expect.poll(() => sources.recentLevel()).toBeGreaterThan(-50)
    expect(sources.isLive()).toBe(true)
    expect(sources.problems()).toEqual([])
  })

  it('leaves the other channel as it is', async () => {
    const microphone = await openTone(440)
    vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(microphone)
    vi.spyOn(navigator.mediaDevices, 'getDisplayMedia').mockResolvedValue(
      new MediaStream([...pictureOnly().getTracks(), ...(await openTone(1_000)).getTracks()]),
    )
    const sources = await open({ ...MICROPHONE, screen: { picture: false } })
    await expect.poll(() => Math.min(...sources.levels())).toBeGreaterThan(-50)
    unplug(microphone)
    await expect.poll(() => sources.levels()[0]).toBe(-Infinity)
    expect(sources.levels()[1]).toBeGreaterThan(-50)
    expect(sources.isLive()).toBe(true)
  })

  it('can be replaced by another one', async () => {
    const first = await openTone(440)
    const request = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(first)
    const sources = await open(MICROPHONE)
    unplug(first)
    request.mockResolvedValue(await openTone(700))
    await sources.chooseMicrophone('another')
    expect(request.mock.lastCall?.[0]?.audio).toMatchObject({ deviceId: { exact: 'another' } })
    await expect.poll(() => sources.recentLevel()).toBeGreaterThan(-50)
  })
})

it('a muted microphone is reported while it is muted', async () => {
  const stream = await openTone(440)
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(stream)
  const [track] = stream.getAudioTracks()
  const sources = await open(MICROPHONE)
  const isMuted = vi.spyOn(track!, 'muted', 'get').mockReturnValue(true)
  track!.dispatchEvent(new Event('mute'))
  expect(sources.problems()).toEqual([{ device: 'microphone', kind: 'busy' }])
  isMuted.mockReturnValue(false)
  track!.dispatchEvent(new Event('unmute'))
  expect(sources.problems()).toEqual([])
})

it('reports the abilities of the browser and new devices', () => {
  expect(support()).toEqual({ canRecord: true, canShareScreen: true, canShareSystemSound: true })
  const handleChange = vi.fn()
  const stop = watchDevices(handleChange)
  navigator.mediaDevices.dispatchEvent(new Event('devicechange'))
  stop()
  navigator.mediaDevices.dispatchEvent(new Event('devicechange'))
  expect(handleChange).toHaveBeenCalledTimes(1)
})

it('a browser without the interfaces cannot record', async () => {
  vi.spyOn(navigator, 'mediaDevices', 'get').mockReturnValue(undefined as never)
  expect(support()).toEqual({ canRecord: false, canShareScreen: false, canShareSystemSound: false })
  expect(await listDevices()).toEqual({ microphones: [], cameras: [] })
  const problem = { device: 'microphone', kind: 'unsupported' }
  await expect(openSources(MICROPHONE)).rejects.toMatchObject({ problem })
})

it('says that the browser samples no sound, as Firefox does without a sound output, until it does', async () => {
  // A context that has not started, as the browser leaves it.
  const contexts: AudioContext[] = []
  const resume = vi.spyOn(AudioContext.prototype, 'resume').mockImplementation(async function (this: AudioContext) {
    contexts.push(this)
    await this.suspend()
  })
  const sources = await open(MICROPHONE)
  const problem: CaptureProblem = { device: 'microphone', kind: 'no-output' }
  expect(problemsOf(sources)).toEqual([problem])
  resume.mockRestore()
  await contexts[0]!.resume()
  await expect.poll(() => sources.problems()).toEqual([])
})

it('has a buffer that a busy machine does not empty', async () => {
  const resume = vi.spyOn(AudioContext.prototype, 'resume')
  await open(MICROPHONE)
  const context = resume.mock.contexts[0] as AudioContext
  // With less than 30 ms, sound was lost.
  expect(context.baseLatency).toBeGreaterThan(0.1)
})
