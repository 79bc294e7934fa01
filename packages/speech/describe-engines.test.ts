import { expect, it } from 'vitest'
import { describeEngines, type EngineSituation } from './describe-engines.ts'
import type { ModelState } from './models/model-store.ts'
import { registry } from './models/model-registry.ts'

const install = { binary: '/usr/bin/pocketsphinx_batch', model: '', languageModel: '', dictionary: '' }

function situation(over: Partial<EngineSituation> = {}): EngineSituation {
  return {
    pocketsphinx: undefined,
    server: undefined,
    models: [],
    downloads: true,
    ...over,
  }
}

function describe(given: EngineSituation, id: string) {
  const part = describeEngines(given).find((one) => one.id === id)
  return [part?.state, part?.reason, part?.progress].filter((value) => value !== null).join(' ')
}

const first = registry[0]

function model(state: ModelState, downloads = true) {
  return situation({ models: first ? [{ entry: first, state }] : [], downloads })
}

const id = `model/${first?.name}`

it.each<[string, EngineSituation, string, string]>([
  ['no decoder', situation(), 'pocketsphinx', 'off speech.pocketsphinx-not-installed'],
  ['a decoder', situation({ pocketsphinx: install }), 'pocketsphinx', 'active'],
  ['no server', situation(), 'openai', 'off speech.server-not-set'],
  [
    'a server',
    situation({ server: { url: 'http://gpu:8000/v1', model: 'whisper-1', languages: 'any' } }),
    'openai',
    'active',
  ],
  ['an installed model', model({ state: 'ready' }), id, 'active'],
  [
    'a model with an unconfirmed checksum',
    model({ state: 'ready', sha256: 'x', pinned: true }),
    id,
    'active speech.model-pinned',
  ],
  [
    'a model that is downloading',
    model({ state: 'downloading', received: 42, total: 100 }),
    id,
    'downloading speech.model-downloading 0.42',
  ],
  [
    'a downloading model of unknown size',
    model({ state: 'downloading', received: 42, total: null }),
    id,
    'downloading speech.model-downloading',
  ],
  ['a model that will be downloaded', model({ state: 'absent' }), id, 'off speech.model-waiting'],
  ['a missing model with downloads off', model({ state: 'absent' }, false), id, 'off speech.downloads-off'],
  [
    'a model with a wrong checksum',
    model({ state: 'failed', code: 'download-wrong-checksum', message: '' }),
    id,
    'off speech.model-wrong-checksum',
  ],
  [
    'a model that failed for another reason',
    model({ state: 'failed', code: 'download-failed', message: '' }),
    id,
    'off speech.model-failed',
  ],
  ['speakers without models', situation(), 'classical-diarisation', 'active speech.diarisation-without-models'],
  [
    'speakers with models',
    situation({ models: registry.map((entry) => ({ entry, state: { state: 'ready' } })) }),
    'classical-diarisation',
    'available',
  ],
])('%s', (_name, given, part, expected) => expect(describe(given, part)).toBe(expected))

it('names a server by its model, without its address', () => {
  const server = { url: 'http://user:secret@gpu.internal:8000/v1', model: 'whisper-1', languages: 'any' } as const
  const [part] = describeEngines(situation({ server }))
  expect(part?.label).toBe('whisper-1')
})
