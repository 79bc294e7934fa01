// Measured by M1 and M2: the complete media pass of the worker, including inspection, storage of all files and the
// speech chunks; only the database rows are left out.

import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../server/platform/app.ts'
import { inspect } from '../server/media/inspect.ts'
import { chunkKey } from '../server/media/keys.ts'
import { preparePass, segmentWav } from '../server/media/prepare-pass.ts'

const never = new AbortController().signal

/** Milliseconds to prepare the recording at `path`. Throws unless all pictures were made. */
export async function prepareOnce(app: App, path: string): Promise<number> {
  const videoId = randomUUID()
  const since = performance.now()
  const inspected = await app.work.withFolder((cwd) => inspect(path, { cwd, signal: never }, app.config.maxFileMinutes))
  const recording = { path, videoId, inspected, isLastTry: false }
  const { playable } = await preparePass(app, recording, never, {
    onSegment: async (segment) => {
      await app.storage.put(chunkKey(videoId, 1, segment.index), segmentWav(segment))
    },
    onAnalysed: () => undefined,
    onPlayable: () => undefined,
  })
  const taken = performance.now() - since
  if (!playable?.hasThumbnail || playable.thumbnailCount === 0) throw new Error('The pictures are missing')
  for (const kind of ['media', 'speech']) {
    await rm(join(app.config.dataFolder, 'files', kind, videoId), { recursive: true })
  }
  return taken
}
