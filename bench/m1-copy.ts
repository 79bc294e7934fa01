// M1: making a recording in H.264 and AAC playable (HLS, poster, all preview images, speech, waveform), against plain
// ffmpeg: HLS by stream copy, and the sound as a 16 kHz WAV.

import { join } from 'node:path'
import { ffmpeg, makeVideo } from './inputs.ts'
import { compare } from './measure.ts'
import { prepareOnce } from './media-pass.ts'
import { openBench } from './bench-program.ts'
import { IS_SHORT, loadNow } from './run-options.ts'

const MINUTES = IS_SHORT ? 3 : 20

const bench = await openBench()
const h264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '28', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
const video = await makeVideo(bench.folder, 'meeting.mp4', MINUTES, h264)
const [playlist, wav] = [join(bench.folder, 'peer.m3u8'), join(bench.folder, 'peer.wav')]

try {
  await compare({
    id: 'M1',
    goal: { atMost: 1.3 },
    note: `${MINUTES} min of 720p at 30 frames a second; ${loadNow()}`,
    ours: () => prepareOnce(bench.app, video),
    async peer() {
      const hls = ['-f', 'hls', '-hls_time', '6', '-hls_list_size', '0', '-hls_playlist_type', 'vod', playlist]
      await ffmpeg('-i', video, '-c', 'copy', ...hls)
      await ffmpeg('-i', video, '-vn', '-ac', '1', '-ar', '16000', '-c:a', 'pcm_s16le', wav)
    },
  })
} finally {
  await bench.close()
}
