// Opens what the person has chosen: a microphone, a tab, window or screen with its sound, and a camera.
import type { CaptureChoice, CaptureDevice, CaptureProblem, Sources } from '../types.ts'
import { type ChannelName, openAudioGraph } from './audio-graph.ts'
import { CaptureFailure, isSupported, toCaptureFailure, trackProblem } from './capture-problem.ts'
import { watchDevices } from './devices.ts'

/** Options that TypeScript does not know yet. */
interface ScreenOptions extends DisplayMediaStreamOptions {
  systemAudio: 'include'
  surfaceSwitching: 'include'
}

const SCREEN: ScreenOptions = {
  // Browsers require a picture. Text on slides needs no more than 10 pictures a second.
  video: { frameRate: { max: 10 } },
  audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
  systemAudio: 'include',
  surfaceSwitching: 'include',
}

/**
 * Echo cancellation is on only if system sound is recorded: loudspeakers would put the voices of the call into the
 * microphone's channel, too, and each word would be recognised twice. Without system sound it is off, because the call on the
 * loudspeakers is then a part of what shall be recorded. Noise suppression is off: it removes people who sit far away, and
 * the engines are trained with noise.
 */
function microphoneConstraints(deviceId: string, hasSystemSound: boolean): MediaTrackConstraints {
  return {
    ...(deviceId === 'default' ? {} : { deviceId: { exact: deviceId } }),
    echoCancellation: hasSystemSound,
    noiseSuppression: false,
    autoGainControl: false,
    channelCount: { ideal: 1 },
  }
}

async function open(device: CaptureDevice, request: () => Promise<MediaStream>): Promise<MediaStream> {
  try {
    if (!isSupported(device)) throw new DOMException('The browser cannot record this', 'NotSupportedError')
    return await request()
  } catch (error) {
    throw await toCaptureFailure(device, error)
  }
}

function openMicrophone(deviceId: string, hasSystemSound: boolean): Promise<MediaStream> {
  return open('microphone', () =>
    navigator.mediaDevices.getUserMedia({ audio: microphoneConstraints(deviceId, hasSystemSound) }),
  )
}

function openCamera(deviceId: string): Promise<MediaStream> {
  const video: MediaTrackConstraints = {
    ...(deviceId === 'default' ? {} : { deviceId: { exact: deviceId } }),
    width: { ideal: 1_280 },
    height: { ideal: 720 },
  }
  return open('camera', () => navigator.mediaDevices.getUserMedia({ video }))
}

function stop(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

interface Streams {
  screen: MediaStream | null
  microphone: MediaStream | null
  camera: MediaStream | null
}

/** The screen is asked for first: its dialog needs a recent click. A picture of the screen is recorded instead of the camera's. */
async function openStreams({ microphoneId, screen, cameraId }: CaptureChoice): Promise<Streams> {
  const streams: Streams = { screen: null, microphone: null, camera: null }
  try {
    if (screen) streams.screen = await open('screen', () => navigator.mediaDevices.getDisplayMedia(SCREEN))
    const hasSystemSound = Boolean(streams.screen && streams.screen.getAudioTracks().length > 0)
    if (screen && !hasSystemSound && microphoneId === null)
      throw new CaptureFailure({ device: 'screen', kind: 'no-system-sound' })
    if (microphoneId !== null) streams.microphone = await openMicrophone(microphoneId, hasSystemSound)
    if (cameraId !== null && !screen?.picture) streams.camera = await openCamera(cameraId)
    return streams
  } catch (error) {
    for (const stream of Object.values(streams)) stop(stream as MediaStream | null)
    throw error
  }
}

/** Rejects with CaptureFailure. A failure closes what was opened before it. */
export async function openSources(choice: CaptureChoice): Promise<Sources> {
  if (choice.microphoneId === null && choice.screen === null)
    throw new CaptureFailure({ device: 'microphone', kind: 'no-device' })
  if (!('MediaRecorder' in globalThis && 'AudioContext' in globalThis))
    throw new CaptureFailure({ device: 'microphone', kind: 'unsupported' })
  const streams = await openStreams(choice)
  try {
    return await join(choice, streams)
  } catch (error) {
    for (const stream of Object.values(streams)) stop(stream as MediaStream | null)
    throw error
  }
}

async function join(choice: CaptureChoice, streams: Streams): Promise<Sources> {
  const { screen, camera } = streams
  let { microphone } = streams
  let microphoneId = choice.microphoneId
  const systemSound = screen && screen.getAudioTracks().length > 0 ? new MediaStream(screen.getAudioTracks()) : null
  const channels: ChannelName[] = [
    ...(microphone ? ['microphone' as const] : []),
    ...(systemSound ? ['system' as const] : []),
  ]
  const picture = choice.screen?.picture ? screen : camera
  let onStart = () => {}
  const graph = await openAudioGraph(channels, () => onStart())
  if (microphone) graph.connect('microphone', microphone)
  if (systemSound) graph.connect('system', systemSound)
  // The picture was needed to get the sound.
  if (screen && picture !== screen) for (const track of screen.getVideoTracks()) track.stop()
  const pictureTracks = picture?.getVideoTracks() ?? []
  const recorded = new MediaStream([...graph.recorded.getAudioTracks(), ...pictureTracks])

  const listeners = new Set<(problem: CaptureProblem) => void>()
  let problems: readonly CaptureProblem[] = []
  const isSame = (a: CaptureProblem, b: CaptureProblem) => a.device === b.device && a.kind === b.kind

  /** Compares the tracks with the problems that are known, and reports new ones. */
  const check = () => {
    const found: CaptureProblem[] = []
    const look = (device: CaptureDevice, track: MediaStreamTrack | undefined) => {
      const problem = track && trackProblem(device, track)
      if (problem && !found.some((known) => isSame(known, problem))) found.push(problem)
    }
    look('microphone', microphone?.getAudioTracks()[0])
    look('screen', systemSound?.getAudioTracks()[0])
    for (const track of pictureTracks) if (track.readyState === 'ended') look(camera ? 'camera' : 'screen', track)
    if (screen && !systemSound) found.push({ device: 'screen', kind: 'no-system-sound' })
    if (!graph.hasStarted()) found.push({ device: 'microphone', kind: 'no-output' })
    const added = found.filter((problem) => !problems.some((known) => isSame(known, problem)))
    problems = found
    for (const problem of added) for (const listener of listeners) listener(problem)
  }
  const follow = (stream: MediaStream | null) => {
    for (const track of stream?.getTracks() ?? [])
      for (const event of ['ended', 'mute', 'unmute']) track.addEventListener(event, check)
  }
  follow(microphone)
  follow(screen)
  follow(camera)

  let isClosed = false
  let reopening: Promise<void> = Promise.resolve()
  const chooseMicrophone = async (deviceId: string) => {
    const opened = await openMicrophone(deviceId, systemSound !== null)
    if (isClosed || !channels.includes('microphone')) return stop(opened)
    stop(microphone)
    microphone = opened
    microphoneId = deviceId
    follow(microphone)
    graph.connect('microphone', microphone)
    check()
  }
  const reopen = async () => {
    const isLost = microphone?.getAudioTracks()[0]?.readyState === 'ended'
    if (isClosed || !isLost || microphoneId === null) return
    // Still gone: the next change is another chance.
    await chooseMicrophone(microphoneId).catch(() => undefined)
  }
  const stopWatching = watchDevices(() => {
    reopening = reopening.then(reopen)
  })
  check()
  onStart = check

  return {
    choice,
    channels,
    hasVideo: pictureTracks.length > 0,
    preview: picture,
    recorded,
    levels: graph.levels,
    recentLevel: graph.recentLevel,
    seconds: graph.seconds,
    isLive: () =>
      [microphone, systemSound].some((stream) => stream?.getAudioTracks().some((track) => track.readyState === 'live')),
    problems: () => problems,
    subscribe: (listener) => {
      listeners.add(listener)
      for (const problem of problems) listener(problem)
      return () => listeners.delete(listener)
    },
    chooseMicrophone,
    close: () => {
      isClosed = true
      stopWatching()
      listeners.clear()
      for (const stream of [microphone, screen, camera]) stop(stream)
      graph.close()
    },
  }
}
