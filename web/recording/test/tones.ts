// Sources with a known tone, for tests in a browser. A track of a tone behaves like one of a device: it can end and be muted.

const contexts: AudioContext[] = []

/** A stream with a sine of this frequency; `sampleRate` of the device. */
export async function openTone(frequency: number, sampleRate = 48_000): Promise<MediaStream> {
  const context = new AudioContext({ sampleRate })
  contexts.push(context)
  const oscillator = new OscillatorNode(context, { frequency })
  const gain = new GainNode(context, { gain: 0.25 })
  const destination = new MediaStreamAudioDestinationNode(context, { channelCount: 1 })
  oscillator.connect(gain).connect(destination)
  oscillator.start()
  await context.resume()
  return destination.stream
}

/** Ends tracks like a browser does when a device is unplugged or sharing is stopped. */
export function unplug(stream: MediaStream): void {
  for (const track of stream.getTracks()) {
    track.stop()
    track.dispatchEvent(new Event('ended'))
  }
}

export async function closeTones(): Promise<void> {
  await Promise.all(contexts.splice(0).map((context) => context.close()))
}

export async function decode(bytes: Blob): Promise<AudioBuffer> {
  return new OfflineAudioContext(2, 1, 48_000).decodeAudioData(await bytes.arrayBuffer())
}

/** Amplitude of a frequency in a channel between two times in seconds (Goertzel). */
export function amplitude(
  sound: AudioBuffer,
  channel: number,
  frequency: number,
  from = 0,
  to = sound.duration,
): number {
  const samples = sound.getChannelData(channel).subarray(from * sound.sampleRate, to * sound.sampleRate)
  const step = 2 * Math.cos((2 * Math.PI * frequency) / sound.sampleRate)
  let last = 0
  let before = 0
  for (const sample of samples) {
    const next = sample + step * last - before
    before = last
    last = next
  }
  return (2 * Math.sqrt(last * last + before * before - step * last * before)) / samples.length
}
