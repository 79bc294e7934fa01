import { silentFlac } from './flac.ts'
import { blackPng } from './png.ts'

// Recipes for the bad input listed in the issue. Each file is made quickly from a few bytes or from the recordings in
// `media/`.

/**
 * Expected result of a case. `refusedAtUpload` is the error code if the upload check of the first bytes or the size
 * refuses the file.
 */
export interface Expected {
  refusedAtUpload?: 'E_UNPROCESSABLE_ENTITY'
  status: 'failed' | 'processed'
  failed_reason?: 'pre-processing-failed' | 'no-audio-detected' | 'no-transcript'
}

/**
 * Either the bytes of the file or the arguments of the ffmpeg run that writes it. In the arguments `{name}` is replaced
 * by the path of another case or file.
 */
interface Recipe {
  name: string
  /** File name extension. */
  extension: string
  expected: Expected
  /** The file takes long to process. */
  long?: true
  bytes?: (other: (name: string) => Promise<Buffer>) => Buffer | Promise<Buffer>
  ffmpeg?: string[]
}

const foreign: Expected = {
  refusedAtUpload: 'E_UNPROCESSABLE_ENTITY',
  status: 'failed',
  failed_reason: 'pre-processing-failed',
}
const broken: Expected = { status: 'failed', failed_reason: 'pre-processing-failed' }
const mute: Expected = { status: 'failed', failed_reason: 'no-audio-detected' }
const silent: Expected = { status: 'failed', failed_reason: 'no-transcript' }
const good: Expected = { status: 'processed' }

function text(content: string) {
  return () => Buffer.from(content)
}

const screen = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25:duration=11']
const speech = ['-i', '{en-jfk.wav}']
const quick = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
const call = [...screen, ...speech, ...quick]
// Fast AAC coder: the quality of silence does not matter.
const silence = ['-f', 'lavfi', '-i', 'anullsrc=r=8000:cl=mono', '-c:a', 'aac', '-aac_coder', 'fast', '-b:a', '16k']

export const recipes: Recipe[] = [
  { name: 'zero-bytes', extension: 'mp4', expected: foreign, bytes: () => Buffer.alloc(0) },
  { name: 'one-byte', extension: 'mp3', expected: foreign, bytes: () => Buffer.from([0xff]) },
  { name: 'text', extension: 'mp3', expected: foreign, bytes: text('Minutes of the meeting.\n'.repeat(500)) },
  { name: 'picture', extension: 'mp4', expected: foreign, bytes: () => blackPng(64) },
  {
    name: 'playlist',
    extension: 'mp4',
    expected: foreign,
    bytes: text('#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nfile:///etc/hostname\n#EXT-X-ENDLIST\n'),
  },
  {
    name: 'concat-script',
    extension: 'mp4',
    expected: foreign,
    bytes: text("ffconcat version 1.0\nfile '/etc/hostname'\n"),
  },

  { name: 'moov-at-end', extension: 'mp4', expected: good, ffmpeg: call },
  { name: 'moov-in-front', extension: 'mp4', expected: good, ffmpeg: [...call, '-movflags', '+faststart'] },
  { name: 'fragmented', extension: 'mp4', expected: good, ffmpeg: [...call, '-movflags', '+frag_keyframe+empty_moov'] },
  {
    name: 'truncated',
    extension: 'mp4',
    expected: broken,
    bytes: async (other) => firstHalf(await other('moov-at-end.mp4')),
  },
  {
    name: 'truncated-after-its-index',
    extension: 'mp4',
    expected: broken,
    bytes: async (other) => firstHalf(await other('moov-in-front.mp4')),
  },

  { name: 'without-sound', extension: 'mp4', expected: mute, ffmpeg: [...screen, ...quick, '-an'] },
  {
    name: 'hour-of-silence',
    extension: 'm4a',
    expected: silent,
    long: true,
    ffmpeg: [...silence, '-t', '3600'],
  },
  { name: 'ten-hours-of-silence', extension: 'flac', expected: silent, long: true, bytes: () => silentFlac(36_000) },

  { name: 'huge-cover', extension: 'png', expected: foreign, bytes: () => blackPng(16_000) },
  {
    name: 'huge-cover',
    extension: 'mkv',
    expected: good,
    ffmpeg: [...speech, '-attach', '{huge-cover.png}', '-metadata:s:t', 'mimetype=image/png', '-c:a', 'aac'],
  },
  {
    name: 'variable-frame-rate',
    extension: 'mkv',
    expected: good,
    // A variable frame rate: every fourth frame for three seconds, none for three seconds, then all.
    ffmpeg: [...screen, ...speech, '-vf', "select='if(lt(t,3),not(mod(n,4)),gte(t,6))'", '-fps_mode', 'vfr', ...quick],
  },
  { name: 'telephone', extension: 'wav', expected: good, ffmpeg: [...speech, '-ar', '8000', '-c:a', 'pcm_mulaw'] },
  {
    name: 'surround',
    extension: 'm4a',
    expected: good,
    ffmpeg: [
      ...speech,
      '-c:a',
      'aac',
      '-aac_coder',
      'fast',
      '-af',
      'pan=5.1|FC=c0|FL=0.1*c0|FR=0.1*c0|BL=0.05*c0|BR=0.05*c0',
      '-c:a',
      'aac',
    ],
  },
  {
    name: 'held-upright',
    extension: 'mov',
    expected: good,
    bytes: async (other) => turned(await other('moov-at-end.mp4')),
  },
  {
    name: 'ten-bit',
    extension: 'mkv',
    expected: good,
    ffmpeg: [...screen, ...speech, ...quick, '-pix_fmt', 'yuv420p10le'],
  },
  {
    name: 'pictures-nobody-knows',
    extension: 'mp4',
    expected: good,
    bytes: async (other) => renamedCodec(await other('moov-in-front.mp4')),
  },
  { name: 'late-sound', extension: 'mp4', expected: good, ffmpeg: [...screen, '-itsoffset', '3', ...speech, ...quick] },
  { name: 'never-finished', extension: 'mkv', expected: good, ffmpeg: [...call, '-live', '1'] },
  { name: 'mp3', extension: 'mp3', expected: good, ffmpeg: [...speech, '-c:a', 'libmp3lame', '-write_xing', '0'] },
]

function firstHalf(file: Buffer) {
  return file.subarray(0, file.length / 2)
}

/** An unknown codec that no installed program can decode. */
function renamedCodec(file: Buffer) {
  file.write('evc1', file.indexOf('avc1', file.indexOf('stsd', 0, 'latin1'), 'latin1'), 'latin1')
  return file
}

/** Writes a 90 degree rotation into the header of the first track, like a phone does. */
function turned(file: Buffer) {
  const matrix = file.indexOf('tkhd', 0, 'latin1') + 44
  const quarter = [0, 0x10000, 0, -0x10000, 0, 0, 0, 0, 0x40000000]
  quarter.forEach((value, at) => file.writeInt32BE(value, matrix + at * 4))
  return file
}
