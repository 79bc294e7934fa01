// M2: making a recording playable that browsers cannot play (rendition as HLS, poster, preview images, speech,
// waveform), against one plain transcode to a rendition with the same codec, preset, quality and size.

import { join } from 'node:path'
import { ffmpeg, makeVideo } from './inputs.ts'
import { compare } from './measure.ts'
import { prepareOnce } from './media-pass.ts'
import { openBench } from './bench-program.ts'
import { IS_SHORT, loadNow } from './run-options.ts'

const MINUTES = IS_SHORT ? 1 : 2

const bench = await openBench()
const video = await makeVideo(bench.folder, 'old.mkv', MINUTES, ['-c:v', 'mpeg4', '-q:v', '5', '-c:a', 'aac'])
const out = join(bench.folder, 'peer.mp4')

try {
  await compare({
    id: 'M2',
    goal: { atMost: 1.1 },
    note: `${MINUTES} min of MPEG-4 part 2, 720p at 30 frames a second; ${loadNow()}`,
    ours: () => prepareOnce(bench.app, video),
    async peer() {
      const rendition = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-profile:v', 'high']
      await ffmpeg('-i', video, ...rendition, '-vf', 'scale=1280:720,format=yuv420p', '-c:a', 'copy', out)
    },
  })
} finally {
  await bench.close()
}
