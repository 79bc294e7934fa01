import { type AudioStream, heardTracks, type Probe, type VideoStream } from './probe.ts'
import { fillGaps, placeChannels } from './speech-track.ts'
import type { Interval } from './sound-timeline.ts'

// HLS streams. Codecs that browsers can play are copied (128 times faster); others are transcoded to one rendition with
// at most 720 lines. The output is one MPEG-TS file with byte ranges instead of thousands of segments, so a 10 h
// recording is a single object to store and delete.

/** `sound`: the sound has gaps, which a player skips. `everything`: the video also has parts that cannot be copied. */
export type Encode = 'nothing' | 'sound' | 'everything'

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

/**
 * True if the video is copied into the stream. Packets before time 0 are decoded only for what follows them; a copy
 * would show them, and everything else that much later.
 */
export function copiesVideo({ video, startsEarly }: Probe, encode: Encode): boolean {
  return video !== null && encode !== 'everything' && !startsEarly && canCopyVideo(video)
}

/** True if the sound is copied into the stream. */
export function copiesAudio(probe: Probe, encode: Encode): boolean {
  const [audio, ...others] = heardTracks(probe)
  return audio !== undefined && others.length === 0 && encode === 'nothing' && !probe.startsEarly && canCopyAudio(audio)
}

/** Width and height of the rendition: even and never larger than the source. */
export function renditionSize({ width, height }: VideoStream) {
  const even = (length: number) => Math.max(2, Math.round(length / 2) * 2)
  const shown = Math.min(MAX_HEIGHT, height)
  return { width: even((width * shown) / height), height: even(shown) }
}

/**
 * Filter that scales decoded video to the rendition's size and frame rate. With `fillTo`, the first picture is repeated
 * from the beginning of the recording, and the last one until this second.
 */
export function renditionFilter(video: VideoStream, fillTo: number | null = null) {
  const { width, height } = renditionSize(video)
  // Tolerance of half a frame: 30000/1001 and a phone's 30.2 are kept.
  const rate = video.frameRate > MAX_FRAME_RATE + 0.5 ? `fps=${MAX_FRAME_RATE},` : ''
  const scale = `scale=${width}:${height},format=yuv420p`
  if (fillTo === null) return `${rate}${scale}`
  const constant = `fps=${Math.min(MAX_FRAME_RATE, Math.ceil(video.frameRate) || MAX_FRAME_RATE)}:start_time=0`
  return `${constant},${scale},tpad=stop=-1:stop_mode=clone,trim=end=${fillTo.toFixed(3)}`
}

/** Codec options: copy where possible, else encode with keyframes on the segment boundaries. */
export function codecArguments(probe: Probe, encode: Encode = 'nothing', longGaps: readonly Interval[] = []): string[] {
  const { video, audio } = probe
  const videoCodec = !video
    ? []
    : copiesVideo(probe, encode)
      ? ['-c:v', 'copy', ...DECODE_AT_ZERO]
      : [
          ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-profile:v', 'high', '-fps_mode', 'vfr'],
          // Without B-frames decoding begins with the first picture, see DECODE_AT_ZERO.
          ['-bf', '0'],
          ['-force_key_frames', `expr:gte(t,n_forced*${SEGMENT_SECONDS})`],
        ].flat()
  if (!audio) return videoCodec
  const sound = copiesAudio(probe, encode) ? ['-c:a', 'copy'] : audioEncoder(probe, audio, longGaps)
  return [...videoCodec, ...sound, ...DROP_PRIMING]
}

// Players set the zero of a stream to the earliest time in it, also to one that is before the zero of the recording. No
// time may be in seconds here: ffmpeg 5 counts packets in 1/90000 s and states another time base.

/**
 * Drops packets of sound that only prepare the decoder. They would move everything, by 0.06 s at 16 kHz. Half a packet is
 * kept, because what is dropped moves everything the other way if there is no video.
 */
const DROP_PRIMING = ['-bsf:a', 'noise=drop=lt(pts\\,-duration/2)']

/**
 * Decoding of a video with B-frames begins before its first picture is shown, by up to 0.2 s at ten frames per second.
 * Moves these decoding times close to 0; at most sixteen frames have them.
 */
const DECODE_AT_ZERO = ['-bsf:v', 'setts=pts=PTS:dts=if(lt(DTS\\,0)\\,max(DTS\\,(N-16)*max(DURATION/64\\,1))\\,DTS)']

function audioEncoder(probe: Probe, audio: AudioStream, longGaps: readonly Interval[]) {
  const mixes = heardTracks(probe).length > 1
  const mono = placeChannels(audio)
  const channels = mixes ? 2 : mono ? 1 : Math.min(2, audio.channels)
  const sampleRate = Math.min(48_000, audio.sampleRate)
  // A stream of sound alone would begin with its first samples.
  const filled = fillGaps(longGaps, { sampleRate, channels }, { fromStart: probe.video === null })
  // The fast coder takes half the time; the difference is inaudible in speech at these bit rates.
  return [
    ...(mixes ? [] : ['-af', mono ? `${mono},${filled}` : filled]),
    '-c:a',
    'aac',
    '-aac_coder',
    'fast',
    '-b:a',
    channels === 1 ? '64k' : '128k',
    '-ac',
    String(channels),
    ...(audio.sampleRate > sampleRate ? ['-ar', String(sampleRate)] : []),
  ]
}

/** Length of a stream in seconds, by the segments of its playlist. */
export function playlistSeconds(playlist: string): number {
  return [...playlist.matchAll(/^#EXTINF:([\d.]+)/gm)].reduce((sum, [, length]) => sum + Number(length), 0)
}

/**
 * Muxer options. The playlist is written at the end in one piece, so its existence means that the media is playable.
 */
export const hlsOutput = [
  ['-f', 'hls', '-hls_time', String(SEGMENT_SECONDS), '-hls_list_size', '0', '-hls_playlist_type', 'vod'],
  ['-hls_flags', 'single_file', '-hls_segment_filename', HLS_MEDIA, PLAYLIST],
].flat()
