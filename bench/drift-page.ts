// The page of V4: two sources whose clocks differ are recorded by the product's capture.
import { openAudioGraph } from '../web/recording/capture/audio-graph.ts'
import { recordingBits, recordingFormat } from '../web/recording/capture/recording-format.ts'
import { startSegment } from '../web/recording/capture/segment.ts'

const RATE = 48_000
const BLOCK = 480
/** Real seconds between two clicks, and samples of one. */
const CLICK_SECONDS = 2
const CLICK_SAMPLES = 240

interface Generator extends MediaStreamTrack {
  writable: WritableStream<AudioData>
}
declare const MediaStreamTrackGenerator: new (options: { kind: 'audio' }) => Generator

/**
 * A source that samples `1 + ppm / 1,000,000` times too fast, with a click at every other real second. Its blocks
 * arrive when they are due, as those of a sound card do.
 */
function openSource(ppm: number, start: number): { stream: MediaStream; feed: () => void } {
  const generator = new MediaStreamTrackGenerator({ kind: 'audio' })
  const writer = generator.writable.getWriter()
  const rate = RATE * (1 + ppm / 1_000_000)
  let sent = 0
  const feed = () => {
    const due = ((performance.now() - start) / 1_000) * rate
    for (; sent + BLOCK <= due; sent += BLOCK) {
      const data = new Float32Array(BLOCK)
      for (let index = 0; index < BLOCK; index++) {
        // The real time of this sample, since the last click.
        const since = ((sent + index) / rate) % CLICK_SECONDS
        const within = since * RATE
        if (within < CLICK_SAMPLES) data[index] = 0.5 * Math.sin((2 * Math.PI * 1_500 * within) / RATE)
      }
      const timestamp = Math.round((sent / RATE) * 1_000_000)
      const block = {
        format: 'f32' as const,
        sampleRate: RATE,
        numberOfFrames: BLOCK,
        numberOfChannels: 1,
        timestamp,
        data,
      }
      void writer.write(new AudioData(block))
    }
  }
  return { stream: new MediaStream([generator]), feed }
}

/** Records for `seconds`. Answers the file, in base64. */
async function record(ppm: [left: number, right: number], seconds: number): Promise<string> {
  const graph = await openAudioGraph(['microphone', 'system'])
  const start = performance.now()
  const left = openSource(ppm[0], start)
  const right = openSource(ppm[1], start)
  const timer = setInterval(() => {
    left.feed()
    right.feed()
  }, 5)
  graph.connect('microphone', left.stream)
  graph.connect('system', right.stream)
  const pieces: Blob[] = []
  const segment = startSegment(
    graph.recorded,
    { mimeType: recordingFormat(false)!, ...recordingBits(2) },
    { onPiece: (piece) => pieces.push(piece), onBroken: () => undefined },
  )
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
  await segment.end()
  clearInterval(timer)
  graph.close()
  const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

declare global {
  interface Window {
    recordDrift: typeof record
  }
}
globalThis.window.recordDrift = record
