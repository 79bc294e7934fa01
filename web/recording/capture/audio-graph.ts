// One audio context samples all sources, so that channels share a clock. A channel keeps its place while its source is
// gone, and gives silence.
import { pause } from '../../platform/pause.ts'
import { decibels } from './levels.ts'

export type ChannelName = 'microphone' | 'system'

export interface AudioGraph {
  readonly channels: readonly ChannelName[]
  /** One audio track with as many channels. */
  readonly recorded: MediaStream
  /** Connects a source to its channel, instead of the one before; null: none. */
  connect: (channel: ChannelName, stream: MediaStream | null) => void
  levels: () => readonly number[]
  recentLevel: () => number
  seconds: () => number
  /** False until the browser samples sound. Firefox does so only while there is a device that could play it. */
  hasStarted: () => boolean
  close: () => void
}

/** Samples for the level meter (43 ms), and for the detection of silence (683 ms). */
const METER_SAMPLES = 2_048
const RECENT_SAMPLES = 32_768

/**
 * Chromium gives a context without a device a buffer of 21 ms for `playback`, and 171 ms for half a second. On a busy machine,
 * the first lost 2.3 of 76 seconds, the second nothing.
 */
const LATENCY_SECONDS = 0.5

/**
 * The sound is not played: a sink without a device does not stop when loudspeakers are unplugged. Where browsers do not know
 * such a sink, they choose the sample rate, too: Firefox connects only sources of the rate of the context.
 */
function options(): AudioContextOptions {
  if (!('setSinkId' in AudioContext.prototype)) return { latencyHint: 'playback' }
  return { latencyHint: LATENCY_SECONDS, sampleRate: 48_000, sinkId: { type: 'none' } } as AudioContextOptions
}

const RESUME_MS = 2_000

/**
 * Each source has a separate clock. Chromium buffers more than 100 ms of what arrives too fast, so one channel would lag behind
 * the other. A new connection begins with an empty buffer: sources are reconnected after the first time when the channel is
 * quiet, and after the second time in any case. A single channel stays connected: it has no other to follow.
 */
const RENEW_SECONDS = 20
const RENEW_LATEST_SECONDS = 60
const QUIET_DB = -45
/** Delay until the new connection has sound, and duration of the cross-fade. */
const RENEW_DELAY_SECONDS = 0.2
const FADE_SECONDS = 0.02
const CHECK_MS = 1_000

interface Connection {
  stream: MediaStream
  /** Seconds of the context. */
  since: number
  /** Fades it out from then on, and frees its nodes. */
  end: (at: number) => void
}

interface Channel {
  input: GainNode
  meter: AnalyserNode
  recent: AnalyserNode
  connection: Connection | null
}

/** Fades a stream in at `at` seconds of the context. */
function connectStream(context: AudioContext, input: AudioNode, stream: MediaStream, at: number): Connection {
  const source = new MediaStreamAudioSourceNode(context, { mediaStream: stream })
  const gain = new GainNode(context, { gain: 0 })
  gain.gain.setValueAtTime(0, at)
  gain.gain.linearRampToValueAtTime(1, at + FADE_SECONDS)
  source.connect(gain)
  gain.connect(input)
  return {
    stream,
    since: at,
    end: (from) => {
      gain.gain.cancelScheduledValues(from)
      gain.gain.setValueAtTime(1, from)
      gain.gain.linearRampToValueAtTime(0, from + FADE_SECONDS)
      const release = () => {
        source.disconnect()
        gain.disconnect()
      }
      setTimeout(release, (from - context.currentTime + FADE_SECONDS + 0.1) * 1_000)
    },
  }
}

function shouldRenew({ connection, meter }: Channel, now: number): boolean {
  if (!connection) return false
  const age = now - connection.since
  return age > RENEW_LATEST_SECONDS || (age > RENEW_SECONDS && levelOf(meter) < QUIET_DB)
}

function openChannel(context: AudioContext): Channel {
  // Always one channel: a microphone with two channels is mixed.
  const input = new GainNode(context, {
    channelCount: 1,
    channelCountMode: 'explicit',
    channelInterpretation: 'speakers',
  })
  const meter = new AnalyserNode(context, { fftSize: METER_SAMPLES })
  const recent = new AnalyserNode(context, { fftSize: RECENT_SAMPLES })
  input.connect(meter)
  input.connect(recent)
  return { input, meter, recent, connection: null }
}

function levelOf(analyser: AnalyserNode): number {
  const samples = new Float32Array(analyser.fftSize)
  analyser.getFloatTimeDomainData(samples)
  return decibels(samples)
}

/** Opens the graph. A silent source in each channel keeps the output continuous while the channel has no other source. */
export async function openAudioGraph(names: readonly ChannelName[], onStart = () => {}): Promise<AudioGraph> {
  const context = new AudioContext(options())
  const destination = new MediaStreamAudioDestinationNode(context, {
    channelCount: names.length,
    channelCountMode: 'explicit',
    channelInterpretation: 'discrete',
  })
  const merger = new ChannelMergerNode(context, { numberOfInputs: names.length })
  merger.connect(destination)
  const silence = new ConstantSourceNode(context, { offset: 0 })
  silence.start()
  const channels = new Map(names.map((name) => [name, openChannel(context)]))
  for (const [index, { input }] of [...channels.values()].entries()) {
    silence.connect(input)
    input.connect(merger, 0, index)
  }

  // The browser suspends a context when a call comes in, or in a page that it has frozen.
  let isClosed = false
  let hasStarted = false
  const wake = () => {
    if (!hasStarted && context.state === 'running') {
      hasStarted = true
      onStart()
    }
    if (!isClosed && context.state !== 'running') void context.resume().catch(() => undefined)
  }
  context.addEventListener('statechange', wake)
  document.addEventListener('visibilitychange', wake)
  // Without a click in this page, the browser may let the context wait: `wake` is then called again.
  await Promise.race([context.resume(), pause(RESUME_MS)])
  wake()

  const renew = () => {
    const now = context.currentTime
    for (const channel of channels.values()) {
      const { connection, input } = channel
      if (!connection || !shouldRenew(channel, now)) continue
      const at = now + RENEW_DELAY_SECONDS
      connection.end(at)
      channel.connection = connectStream(context, input, connection.stream, at)
    }
  }
  const renewing = names.length > 1 ? setInterval(renew, CHECK_MS) : undefined

  return {
    channels: names,
    recorded: destination.stream,
    connect: (name, stream) => {
      const channel = channels.get(name)
      if (!channel) throw new Error(`There is no channel for ${name}`)
      channel.connection?.end(context.currentTime)
      channel.connection = stream && connectStream(context, channel.input, stream, context.currentTime)
    },
    levels: () => [...channels.values()].map(({ meter }) => levelOf(meter)),
    recentLevel: () => Math.max(...[...channels.values()].map(({ recent }) => levelOf(recent))),
    seconds: () => context.currentTime,
    hasStarted: () => hasStarted,
    close: () => {
      isClosed = true
      clearInterval(renewing)
      context.removeEventListener('statechange', wake)
      document.removeEventListener('visibilitychange', wake)
      for (const track of destination.stream.getTracks()) track.stop()
      void context.close().catch(() => undefined)
    },
  }
}
