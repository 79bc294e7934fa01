import type { AudioStream, Probe, VideoStream } from '../probe.ts'

// The probe of a 720p mp4 from a phone; tests override the fields they need.

export function video(changes: Partial<VideoStream> = {}): VideoStream {
  return {
    index: 0,
    codec: 'h264',
    profile: 'High',
    width: 1280,
    height: 720,
    pixelFormat: 'yuv420p',
    frameRate: 25,
    rotation: 0,
    end: 240,
    ...changes,
  }
}

export function audio(changes: Partial<AudioStream> = {}): AudioStream {
  return {
    index: 1,
    codec: 'aac',
    profile: 'LC',
    channels: 1,
    sampleRate: 48_000,
    layout: 'mono',
    start: 0,
    duration: 240,
    end: 240,
    ...changes,
  }
}

export function probe(changes: Partial<Probe> = {}): Probe {
  const sound = changes.audio === undefined ? audio() : changes.audio
  return {
    container: 'mp4',
    duration: 240,
    durationIsExact: true,
    start: 0,
    startsEarly: false,
    skippedBytes: 0,
    video: video(),
    audio: sound,
    tracks: sound ? [sound] : [],
    hasOtherStreams: false,
    mixedWith: [],
    ...changes,
  }
}
