// H3: words recognised in ten minutes each of music, noise, typing and babble, with and without voice activity detection.
// The sounds are generated, cut as the worker cuts them, and recognised by PocketSphinx. Babble is unintelligible, so
// every word in it is false; its figure has no goal.

import { segmenter } from '@kaiwa/media-tools/segment.ts'
import { FRAME_MS } from '@kaiwa/media-tools/pcm-frames.ts'
import {
  encodeSpeech,
  type Engine,
  findPocketsphinx,
  openPocketsphinx,
  openVoiceActivity,
  withVoiceActivity,
} from '@kaiwa/speech'
import { type Disturbance, disturbanceInput, DISTURBANCES, makeSound } from '@kaiwa/speech/testing'
import { mkdtemp } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { report } from './measure.ts'
import { IS_SHORT, loadNow } from './run-options.ts'

const SECONDS = IS_SHORT ? 60 : 600
const SAMPLE_RATE = 16_000
const HAS_GOAL: ReadonlySet<Disturbance> = new Set(['music', 'noise', 'keyboard'])

const install = await findPocketsphinx()
if (!install) throw new Error('pocketsphinx is not installed')

function openFolder() {
  return mkdtemp(join(tmpdir(), 'kaiwa-h3-'))
}

const bare = openPocketsphinx(install, { processes: availableParallelism(), openFolder })
const detector = openVoiceActivity()
const listening = withVoiceActivity(bare, detector)

function cut(samples: Int16Array): Int16Array[] {
  const { push, flush } = segmenter({ sampleRate: SAMPLE_RATE, channels: 1 })
  const frame = (SAMPLE_RATE * FRAME_MS) / 1000
  const segments = Array.from({ length: Math.floor(samples.length / frame) }, (_, n) =>
    push(samples.slice(n * frame, (n + 1) * frame)),
  )
  return [...segments, flush()].flatMap((segment) => (segment ? [segment.samples] : []))
}

async function countWords(engine: Engine, segments: readonly Int16Array[]): Promise<number> {
  const { signal } = new AbortController()
  const counts = await Promise.all(
    segments.map(async (samples) => {
      const { words } = await engine.recognise({ wav: encodeSpeech(samples), language: 'en', signal })
      return words.length
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

function per10Minutes(count: number): number {
  return Math.round((count * 600) / SECONDS)
}

try {
  for (const kind of DISTURBANCES) {
    const segments = cut(await makeSound(disturbanceInput(kind, SECONDS)))
    const ours = per10Minutes(await countWords(listening, segments))
    const peer = per10Minutes(await countWords(bare, segments))
    await report({
      id: `H3 ${kind}`,
      ours,
      peer,
      unit: 'words',
      ratio: peer === 0 ? ours : ours / peer,
      goal: HAS_GOAL.has(kind) ? '<= 0' : 'report',
      ok: !HAS_GOAL.has(kind) || ours === 0,
      pairs: 1,
      note: `${SECONDS / 60} min, ${segments.length} segments, false words per 10 min with voice activity against without; ${loadNow()}`,
      at: new Date().toISOString(),
    })
  }
} finally {
  // The process of the detector does not keep this one alive, so it is not waited for.
  void detector.close()
  await bare.close()
}
