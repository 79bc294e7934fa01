import type { Part } from '@kaiwa/contract/console.ts'
import { expect, it } from 'vitest'
import { summarise } from './installation-summary.ts'

function part(id: string, changes: Partial<Part> = {}): Part {
  return {
    id,
    kind: 'speech',
    state: 'active',
    label: id,
    languages: [],
    reason: null,
    progress: null,
    ...changes,
  }
}

const parts = [
  part('openai', { state: 'off', reason: 'speech.server-not-set' }),
  part('model/ja', { languages: ['ja'], state: 'downloading', reason: 'speech.model-downloading', progress: 0.2 }),
  part('model/vad'),
  part('pocketsphinx', { languages: ['en'] }),
  part('ffmpeg', { kind: 'media', state: 'off', reason: 'media.ffmpeg-missing' }),
]

it('lists engines in use, parts that are off, and parts with a reason', () => {
  const { engines, remarks, offCount } = summarise(parts)
  expect([engines.map(({ id }) => id), remarks.map(({ id }) => id), offCount]).toEqual([
    ['pocketsphinx'],
    ['openai', 'model/ja', 'ffmpeg'],
    2,
  ])
})

it('the fingerprint changes with any change except download progress', () => {
  const first = summarise(parts).fingerprint
  const further = parts.map((one) => (one.progress === null ? one : { ...one, progress: 0.9 }))
  const ready = parts.map((one) => (one.id === 'model/ja' ? { ...one, state: 'active' as const, reason: null } : one))
  expect([summarise(further).fingerprint === first, summarise(ready).fingerprint === first]).toEqual([true, false])
})
