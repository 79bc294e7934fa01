import type { AudioStream, Probe, VideoStream } from './probe.ts'

// Streaming is made by copying wherever a browser can play what is there (128 times faster), otherwise as one rendition of at most 720
// lines. One MPEG-TS file addressed by byte ranges instead of thousands of segments: a 10 h recording is one object to store and delete.

export const PLAYLIST = 'playlist.m3u8'
export const HLS_MEDIA = 'media.ts'

/** Seconds a segment aims at; a copied one ends at the next keyframe. */
export const SEGMENT_SECONDS = 6
const MAX_HEIGHT = 720
const MAX_FRAME_RATE = 30

const H264_PROFILES = new Set(['Constrained Baseline', 'Baseline', 'Main', 'High'])
const AAC_PROFILES = new Set(['LC', 'HE-AAC', 'HE-AACv2'])

/** H.264 with 8 bits and 4:2:0 that needs no turning: MPEG-TS has no place for a phone's rotation. */
export const canCopyVideo = (video: VideoStream) =>
  video.codec === 'h264' &&
  H264_PROFILES.has(video.profile) &&
  (video.pixelFormat === 'yuv420p' || video.pixelFormat === 'yuvj420p') &&
  video.rotation === 0

/** AAC as browsers know it, or MP3. */
export const canCopyAudio = (audio: AudioStream) =>
  (audio.codec === 'aac' && AAC_PROFILES.has(audio.profile) && audio.channels <= 6) ||
  (audio.codec === 'mp3' && audio.channels <= 2)

/** Width and height of the rendition, even and never larger than the source. */
export function renditionSize({ width, height }: VideoStream) {
  const even = (length: number) => Math.max(2, Math.round(length / 2) * 2)
  const shown = Math.min(MAX_HEIGHT, height)
  return { width: even((width * shown) / height), height: even(shown) }
}

/** The filter that brings decoded video to the rendition's size and rate. */
export function renditionFilter(video: VideoStream) {
  const { width, height } = renditionSize(video)
  // Half a frame of slack: 30000/1001 and a phone's 30.2 stay as they are.
  const rate = video.frameRate > MAX_FRAME_RATE + 0.5 ? `fps=${MAX_FRAME_RATE},` : ''
  return `${rate}scale=${width}:${height},format=yuv420p`
}

/** Encoder options for what cannot be copied; the keyframes fall on the segments' edges. */
export function codecArguments({ video, audio }: Probe): string[] {
  const videoCodec = !video
    ? []
    : canCopyVideo(video)
      ? ['-c:v', 'copy']
      : [
          ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-profile:v', 'high', '-fps_mode', 'vfr'],
          ['-force_key_frames', `expr:gte(t,n_forced*${SEGMENT_SECONDS})`],
        ].flat()
  return [...videoCodec, ...(audio ? audioCodec(audio) : [])]
}

function audioCodec(audio: AudioStream) {
  if (canCopyAudio(audio)) return ['-c:a', 'copy']
  const channels = Math.min(2, audio.channels)
  const rate = audio.sampleRate > 48_000 ? ['-ar', '48000'] : []
  // The fast coder takes half the time; at these rates nobody hears it in speech.
  return [
    '-c:a',
    'aac',
    '-aac_coder',
    'fast',
    '-b:a',
    channels === 1 ? '64k' : '128k',
    '-ac',
    String(channels),
    ...rate,
  ]
}

/** The muxer: the playlist appears in one piece when the media is complete, so that its existence means 'playable'. */
export const hlsOutput = [
  ['-f', 'hls', '-hls_time', String(SEGMENT_SECONDS), '-hls_list_size', '0', '-hls_playlist_type', 'vod'],
  ['-hls_flags', 'single_file', '-hls_segment_filename', HLS_MEDIA, PLAYLIST],
].flat()
