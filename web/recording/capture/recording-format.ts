// WebM with Opus is preferred: it can be read while it grows, and each piece is complete.
const AUDIO = [
  'audio/webm;codecs=opus',
  'audio/mp4;codecs=mp4a.40.2',
  'audio/mp4',
  'audio/ogg;codecs=opus',
  'audio/webm',
]
const VIDEO = [
  'video/webm;codecs=vp9,opus',
  'video/webm;codecs=vp8,opus',
  'video/mp4;codecs=avc1.42E01E,mp4a.40.2',
  'video/webm',
  'video/mp4',
]

/** The first format that the browser offers; null if it offers none. */
export function recordingFormat(
  hasVideo: boolean,
  isOffered: (mime: string) => boolean = (mime) => MediaRecorder.isTypeSupported(mime),
): string | null {
  return (hasVideo ? VIDEO : AUDIO).find((mime) => isOffered(mime)) ?? null
}

/**
 * Two voices need twice the bits of one: channels of a recording have different people. With half of these bits, Chromium's
 * encoder causes half as many recognition errors again (V6).
 */
export function recordingBits(channels: number): { audioBitsPerSecond: number; videoBitsPerSecond: number } {
  return { audioBitsPerSecond: 128_000 * channels, videoBitsPerSecond: 1_500_000 }
}
