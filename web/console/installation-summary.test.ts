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

it('divides the parts into those that are on and those that are off', () => {
  const { on, off } = summarise(parts)
  expect([on.map(({ id }) => id), off.map(({ id }) => id)]).toEqual([
    ['model/ja', 'model/vad', 'pocketsphinx'],
    ['openai', 'ffmpeg'],
  ])
})

it.each([
  ['nothing when there is an engine and a program for media', ['pocketsphinx'], null],
  ['no engine while one is downloaded, beside a model that knows no language', ['model/ja', 'model/vad'], 'noEngine'],
  ['no program for media, with or without an engine', ['ffmpeg', 'pocketsphinx'], 'noMedia'],
])('says what keeps recordings from being transcribed: %s', (_, ids, failure) => {
  expect(summarise(parts.filter(({ id }) => ids.includes(id))).failure).toBe(failure)
})
