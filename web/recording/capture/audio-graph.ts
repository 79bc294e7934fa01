// One audio context samples all sources, so that channels share a clock. A channel keeps its place while its source is
// gone, and gives silence.
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
  close: () => void
}

/** Samples of a level that is shown (43 ms), and of one that tells whether something was heard (683 ms). */
const METER_SAMPLES = 2_048
const RECENT_SAMPLES = 32_768

/**
 * The sound is not played: a sink without a device does not stop when loudspeakers are unplugged. Browsers that do not
 * know it ignore it. The sample rate is the browser's choice: Firefox connects only sources of the same rate.
 */
const OPTIONS = { latencyHint: 'playback', sinkId: { type: 'none' } } as AudioContextOptions

const RESUME_MS = 2_000

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}

interface Channel {
  input: GainNode
  meter: AnalyserNode
  recent: AnalyserNode
  source: MediaStreamAudioSourceNode | null
}

function openChannel(context: AudioContext): Channel {
  // One sample stream, whatever the source has: a microphone with two channels is mixed.
  const input = new GainNode(context, { channelCount: 1, channelCountMode: 'explicit', channelInterpretation: 'speakers' })
  const meter = new AnalyserNode(context, { fftSize: METER_SAMPLES })
  const recent = new AnalyserNode(context, { fftSize: RECENT_SAMPLES })
  input.connect(meter)
  input.connect(recent)
  return { input, meter, recent, source: null }
}

function levelOf(analyser: AnalyserNode): number {
  const samples = new Float32Array(analyser.fftSize)
  analyser.getFloatTimeDomainData(samples)
  return decibels(samples)
}

/** Opens the graph with a silent source of its own, so that it gives sound without a gap when a channel has no source. */
export async function openAudioGraph(names: readonly ChannelName[]): Promise<AudioGraph> {
  const context = new AudioContext(OPTIONS)
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
  const wake = () => {
    if (!isClosed && context.state !== 'running') void context.resume().catch(() => undefined)
  }
  context.addEventListener('statechange', wake)
  document.addEventListener('visibilitychange', wake)
  // Without a click in this page, the browser may let the context wait: `wake` is then called again.
  await Promise.race([context.resume(), pause(RESUME_MS)])

  return {
    channels: names,
    recorded: destination.stream,
    connect: (name, stream) => {
      const channel = channels.get(name)
      if (!channel) throw new Error(`There is no channel for ${name}`)
      channel.source?.disconnect()
      channel.source = stream && new MediaStreamAudioSourceNode(context, { mediaStream: stream })
      channel.source?.connect(channel.input)
    },
    levels: () => [...channels.values()].map(({ meter }) => levelOf(meter)),
    recentLevel: () => Math.max(...[...channels.values()].map(({ recent }) => levelOf(recent))),
    seconds: () => context.currentTime,
    close: () => {
      isClosed = true
      context.removeEventListener('statechange', wake)
      document.removeEventListener('visibilitychange', wake)
      for (const track of destination.stream.getTracks()) track.stop()
      void context.close().catch(() => undefined)
    },
  }
}
