import { Player } from '@kaiwa/web/player/player.ts'

// A page that plays a recording with the product's player and records the position at which each beep begins.

/** Length of the sound that one look covers, in samples. A look may be late by nearly as much. */
const WINDOW = 32_768
const LOUD = 0.05
const QUIET_SECONDS = 0.15
const SAME_BEEP_SECONDS = 0.12

/** Indexes in `samples` at which sound begins after a pause. */
function onsetsIn(samples: Float32Array, rate: number): number[] {
  const onsets: number[] = []
  let quiet = 0
  for (const [index, sample] of samples.entries()) {
    if (Math.abs(sample) < LOUD) quiet += 1
    else {
      if (quiet > QUIET_SECONDS * rate) onsets.push(index)
      quiet = 0
    }
  }
  return onsets
}

function median(values: number[]) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
}

/** Plays `url` (the media base) from its start to its end, and returns the positions in seconds. */
async function hearBeeps(url: string, videoId: string, duration: number): Promise<number[]> {
  const element = document.createElement('video')
  const recording = {
    url,
    videoId,
    title: '',
    isAudio: false,
    duration,
    frames: 0,
    hasThumbnail: false,
    hasWaveform: false,
  }
  const player = new Player(element, recording, () => Promise.reject(new Error('the grant has ended')))
  const audio = new AudioContext()
  const analyser = new AnalyserNode(audio, { fftSize: WINDOW })
  audio.createMediaElementSource(element).connect(analyser)
  const samples = new Float32Array(WINDOW)
  // Each beep is seen by several looks; a single look may be wrong when the machine is busy.
  const beeps: number[][] = []
  const look = () => {
    analyser.getFloatTimeDomainData(samples)
    const now = element.currentTime
    for (const onset of onsetsIn(samples, audio.sampleRate)) {
      const at = now - (WINDOW - onset) / audio.sampleRate
      const known = beeps.find((beep) => Math.abs(median(beep) - at) < SAME_BEEP_SECONDS)
      if (known) known.push(at)
      else beeps.push([at])
    }
  }
  const deadline = performance.now() + (duration + 15) * 1000
  player.play()
  await new Promise<void>((resolve) => {
    const watch = setInterval(() => {
      if (!element.paused && !element.ended) look()
      if (!element.ended && player.getState().failure === null && performance.now() < deadline) return
      clearInterval(watch)
      resolve()
    }, 50)
  })
  player.destroy()
  void audio.close()
  return beeps
    .filter((looks) => looks.length > 2)
    .map(median)
    .toSorted((a, b) => a - b)
}

declare global {
  interface Window {
    hearBeeps: typeof hearBeeps
  }
}

window.hearBeeps = hearBeeps
