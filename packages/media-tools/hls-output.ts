import type { AudioStream, Probe, VideoStream } from './probe.ts'

// HLS streams. Codecs that browsers can play are copied (128 times faster); others are transcoded to one rendition with
// at most 720 lines. The output is one MPEG-TS file with byte ranges instead of thousands of segments, so a 10 h
// recording is a single object to store and delete.

export const PLAYLIST = 'playlist.m3u8'
export const HLS_MEDIA = 'media.ts'

/** Target duration of a segment in seconds; a copied segment ends at the next keyframe. */
export const SEGMENT_SECONDS = 6
const MAX_HEIGHT = 720
const MAX_FRAME_RATE = 30

const H264_PROFILES = new Set(['Constrained Baseline', 'Baseline', 'Main', 'High'])
const AAC_PROFILES = new Set(['LC', 'HE-AAC', 'HE-AACv2'])

/** True for H.264 with 8 bits and 4:2:0 and without rotation, because MPEG-TS cannot store a phone's rotation. */
export function canCopyVideo(video: VideoStream) {
  return (
    video.codec === 'h264' &&
    H264_PROFILES.has(video.profile) &&
    (video.pixelFormat === 'yuv420p' || video.pixelFormat === 'yuvj420p') &&
    video.rotation === 0
  )
}

/** True for MP3 and for AAC profiles that browsers support. */
export function canCopyAudio(audio: AudioStream) {
  return (
    (audio.codec === 'aac' && AAC_PROFILES.has(audio.profile) && audio.channels <= 6) ||
    (audio.codec === 'mp3' && audio.channels <= 2)
  )
}

/** Width and height of the rendition: even and never larger than the source. */
export function renditionSize({ width, height }: VideoStream) {
  const even = (length: number) => Math.max(2, Math.round(length / 2) * 2)
  const shown = Math.min(MAX_HEIGHT, height)
  return { width: even((width * shown) / height), height: even(shown) }
}

/** Filter that scales decoded video to the rendition's size and frame rate. */
export function renditionFilter(video: VideoStream) {
  const { width, height } = renditionSize(video)
  // Tolerance of half a frame: 30000/1001 and a phone's 30.2 are kept.
  const rate = video.frameRate > MAX_FRAME_RATE + 0.5 ? `fps=${MAX_FRAME_RATE},` : ''
  return `${rate}scale=${width}:${height},format=yuv420p`
}

/** Codec options: copy where possible, else encode with keyframes on the segment boundaries. */
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
  // The fast coder takes half the time; the difference is inaudible in speech at these bit rates.
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

/**
 * Muxer options. The playlist is written at the end in one piece, so its existence means that the media is playable.
 */
export const hlsOutput = [
  ['-f', 'hls', '-hls_time', String(SEGMENT_SECONDS), '-hls_list_size', '0', '-hls_playlist_type', 'vod'],
  ['-hls_flags', 'single_file', '-hls_segment_filename', HLS_MEDIA, PLAYLIST],
].flat()
