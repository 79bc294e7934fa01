import { expect, it } from 'vitest'
import { canCopyAudio, canCopyVideo, codecArguments, renditionFilter, renditionSize } from './hls-output.ts'
import { audio, probe, video } from './test/probes.ts'

it.each([
  ['H.264 High', {}, true],
  ['H.264 from a webcam', { profile: 'Constrained Baseline', pixelFormat: 'yuvj420p' }, true],
  ['10-bit H.264', { profile: 'High 10', pixelFormat: 'yuv420p10le' }, false],
  ['4:4:4', { profile: 'High 4:4:4 Predictive', pixelFormat: 'yuv444p' }, false],
  ['HEVC', { codec: 'hevc', profile: 'Main' }, false],
  ['VP9', { codec: 'vp9', profile: 'Profile 0' }, false],
  ['a phone held upright', { rotation: 90 }, false],
])('%s: copied %#', (_, changes, copied) => expect(canCopyVideo(video(changes))).toBe(copied))

it.each([
  ['AAC', {}, true],
  ['HE-AAC', { profile: 'HE-AACv2', channels: 2 }, true],
  ['AAC 5.1', { channels: 6 }, true],
  ['AAC-ELD', { profile: 'ELD' }, false],
  ['MP3', { codec: 'mp3', profile: '', channels: 2 }, true],
  ['FLAC', { codec: 'flac', profile: '' }, false],
  ['PCM', { codec: 'pcm_s16le', profile: '' }, false],
  ['Opus', { codec: 'opus', profile: '' }, false],
])('%s: copied %#', (_, changes, copied) => expect(canCopyAudio(audio(changes))).toBe(copied))

it.each([
  [1920, 1080, 1280, 720],
  [1280, 720, 1280, 720],
  [640, 361, 640, 362],
  [1080, 1920, 406, 720],
  [3841, 2161, 1280, 720],
  [1, 1, 2, 2],
])('%d × %d becomes %d × %d', (width, height, toWidth, toHeight) =>
  expect(renditionSize(video({ width, height }))).toEqual({ width: toWidth, height: toHeight }),
)

const SCALE = 'scale=1280:720,format=yuv420p'
const REPEATED = 'tpad=stop=-1:stop_mode=clone,trim=end=60.020'

it.each([
  [60, null, `fps=30,${SCALE}`],
  [30.2, null, SCALE],
  [0, null, SCALE],
  [25, 60.02, `fps=25:start_time=0,${SCALE},${REPEATED}`],
  [29.97, 60.02, `fps=30:start_time=0,${SCALE},${REPEATED}`],
  [60, 60.02, `fps=30:start_time=0,${SCALE},${REPEATED}`],
  [0, 60.02, `fps=30:start_time=0,${SCALE},${REPEATED}`],
])('the rendition of %d frames per second, filled until %d s, has the filter %s', (frameRate, fillTo, filter) =>
  expect(renditionFilter(video({ frameRate }), fillTo)).toBe(filter),
)

const AT_ZERO = String.raw`-bsf:v setts=pts=PTS:dts=if(lt(DTS\,0)\,max(DTS\,(N-16)*max(DURATION/64\,1))\,DTS)`
const NO_PRIMING = String.raw`-bsf:a noise=drop=lt(pts\,-duration/2)`
const FILLED = '-af atrim=start=0,aresample=async=1:min_hard_comp=0.05'

it.each([
  ['copies both', probe(), `-c:v copy ${AT_ZERO} -c:a copy ${NO_PRIMING}`],
  [
    'encodes the sound and copies the video',
    probe({ audio: audio({ codec: 'pcm_s16le' }) }),
    `-c:v copy ${AT_ZERO} ${FILLED} -c:a aac -aac_coder fast -b:a 64k -ac 1 ${NO_PRIMING}`,
  ],
  [
    'FLAC alone',
    probe({ video: null, audio: audio({ codec: 'flac', channels: 6, sampleRate: 96_000 }) }),
    `${FILLED}:first_pts=0 -c:a aac -aac_coder fast -b:a 128k -ac 2 -ar 48000 ${NO_PRIMING}`,
  ],
  [
    'ten channels without a layout',
    probe({ audio: audio({ codec: 'flac', channels: 10, layout: '10 channels (FL+FR)' }) }),
    `-c:v copy ${AT_ZERO} -af pan=mono|c0=${Array.from({ length: 10 }, (_, channel) => `0.1000*c${channel}`).join('+')},${FILLED.slice(4)} -c:a aac -aac_coder fast -b:a 64k -ac 1 ${NO_PRIMING}`,
  ],
  [
    'a trimmed recording is encoded: a copy would contain what was cut off',
    probe({ startsEarly: true, audio: audio({ channels: 2 }) }),
    `-c:v libx264 -preset veryfast -crf 23 -profile:v high -fps_mode vfr -bf 0 -force_key_frames expr:gte(t,n_forced*6) ${FILLED} -c:a aac -aac_coder fast -b:a 128k -ac 2 ${NO_PRIMING}`,
  ],
  [
    'mixed tracks are encoded',
    probe({ video: null, tracks: [audio(), audio({ index: 2 })], mixedWith: [2] }),
    `-c:a aac -aac_coder fast -b:a 128k -ac 2 ${NO_PRIMING}`,
  ],
])('%s', (_, found, expected) => expect(codecArguments(found).join(' ')).toBe(expected))

it('transcodes to one H.264 rendition with keyframes on the segment boundaries', () =>
  expect(codecArguments(probe({ video: video({ codec: 'hevc' }) })).join(' ')).toBe(
    `-c:v libx264 -preset veryfast -crf 23 -profile:v high -fps_mode vfr -bf 0 -force_key_frames expr:gte(t,n_forced*6) -c:a copy ${NO_PRIMING}`,
  ))
