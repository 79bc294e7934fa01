import { globalGuards, MAX_PIXELS } from './guards.ts'
import type { AudioStream } from './probe.ts'
import type { RecordedKind } from './sniff.ts'
import { downmix, SPEECH_RATE } from './speech-track.ts'
import type { PcmFormat, ToolRun } from './tool-run.ts'

// Programs that read one segment of a recording that a browser made: a media file without length and index, whose bytes may
// still arrive. The demuxer is fixed by the first bytes, so that ffmpeg does not guess.

const DEMUXERS: Record<RecordedKind, string> = { matroska: 'matroska', mp4: 'mov', ogg: 'ogg' }

/** Input options of a segment: a path, or standard input while it grows. */
export function recordedInput(kind: RecordedKind, from: { path: string } | 'stdin'): string[] {
  const isPipe = from === 'stdin'
  return [
    ['-protocol_whitelist', isPipe ? 'pipe' : 'file', '-format_whitelist', DEMUXERS[kind]],
    ['-max_pixels', String(MAX_PIXELS), '-f', DEMUXERS[kind]],
    ['-i', isPipe ? 'pipe:0' : `file:${from.path}`],
  ].flat()
}

/** Number of packets that are listed, to find the first times. */
const LISTED_PACKETS = 16

/** Runs ffprobe on the first bytes of a segment, or all of it. Its output is read by `parseProbe`. */
export function recordedProbeRun(kind: RecordedKind, path: string): ToolRun {
  return {
    program: 'ffprobe',
    args: [
      ['-v', 'error', '-hide_banner', ...globalGuards, '-read_intervals', `%+#${LISTED_PACKETS}`, '-show_entries'],
      'format=format_name,start_time,duration:packet=stream_index,pts_time:stream=index,codec_type,codec_name,profile,width,height,pix_fmt,avg_frame_rate,nb_frames,start_time,channels,sample_rate,channel_layout,duration:stream_disposition=default,attached_pic,still_image:stream_tags=DURATION,rotate:stream_side_data=rotation',
      ['-of', 'json', ...recordedInput(kind, { path })],
    ].flat(),
    folders: [],
    pcm: null,
    progress: false,
  }
}

/** The format in which the sound of a segment is decoded. */
export function recordedFormat({ channels }: Pick<AudioStream, 'channels'>): PcmFormat {
  return { sampleRate: SPEECH_RATE, channels: channels === 2 ? 2 : 1 }
}

/** Decodes the sound of a segment from standard input, as samples with times (`timedPcmReader`). */
export function recordedSpeechRun(kind: RecordedKind, audio: AudioStream): ToolRun {
  const pcm = recordedFormat(audio)
  return {
    program: 'ffmpeg',
    args: [
      ['-nostdin', '-hide_banner', '-v', 'error', '-y', ...globalGuards, '-nostats'],
      ['-threads:a', '1', ...recordedInput(kind, 'stdin'), '-vn', '-sn', '-dn'],
      ['-map', `0:${audio.index}`, ...(downmix(audio) ? ['-af', downmix(audio)] : [])],
      ['-ac', String(pcm.channels), '-ar', String(pcm.sampleRate), '-c:a', 'pcm_s16le'],
      ['-flush_packets', '0', '-f', 'matroska', 'pipe:1'],
    ].flat(),
    folders: [],
    pcm,
    progress: false,
  }
}
