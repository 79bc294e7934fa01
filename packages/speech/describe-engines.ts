import type { PocketsphinxInstall } from './engines/pocketsphinx/install.ts'
import type { ModelState } from './models/model-store.ts'
import type { ModelEntry } from './models/model-registry.ts'

// Status of each engine and model for the operator: its state and, when it does not work, the reason and the remedy.
// Reasons are message keys that the browser has in both languages; `label` and `progress` fill their placeholders.

export interface EnginePart {
  id: string
  kind: 'speech' | 'diarisation'
  state: 'active' | 'available' | 'downloading' | 'off'
  label: string
  languages: string[]
  reason: string | null
  /** 0 to 1 while downloading; null when the total is unknown. */
  progress: number | null
}

export interface EngineSituation {
  /** Location of the decoder. */
  pocketsphinx: PocketsphinxInstall | undefined
  server: { url: string; model: string; languages: 'any' | readonly string[] } | undefined
  models: readonly { entry: ModelEntry; state: ModelState }[]
  downloads: boolean
}

/** One entry per engine and model, in order of preference. The classical diariser is always available. */
export function describeEngines({ pocketsphinx, server, models, downloads }: EngineSituation): EnginePart[] {
  const voices = models.filter(({ entry }) => entry.kind === 'segmentation' || entry.kind === 'embedding')
  const byModels = voices.length > 0 && voices.every(({ state }) => state.state === 'ready')
  return [
    {
      ...speech('openai', server?.model ?? 'OpenAI-compatible'),
      state: server ? 'active' : 'off',
      languages: server && server.languages !== 'any' ? [...server.languages] : [],
      reason: server ? null : 'speech.server-not-set',
    },
    ...models.map((model) => describeModel(model, downloads)),
    {
      ...speech('pocketsphinx', 'PocketSphinx'),
      state: pocketsphinx ? 'active' : 'off',
      languages: ['en'],
      reason: pocketsphinx ? null : 'speech.pocketsphinx-not-installed',
    },
    {
      id: 'classical-diarisation',
      kind: 'diarisation',
      state: byModels ? 'available' : 'active',
      label: 'MFCC',
      languages: [],
      reason: byModels ? null : 'speech.diarisation-without-models',
      progress: null,
    },
  ]
}

function speech(id: string, label: string) {
  return { id, kind: 'speech' as const, label, progress: null }
}

const reasonOf = {
  'download-not-found': 'speech.model-not-found',
  'download-wrong-checksum': 'speech.model-wrong-checksum',
  'download-bad-archive': 'speech.model-bad-archive',
  'disk-full': 'speech.disk-full',
} as const

function describeModel({ entry, state }: { entry: ModelEntry; state: ModelState }, downloads: boolean): EnginePart {
  const diarises = entry.kind === 'segmentation' || entry.kind === 'embedding'
  const part = {
    id: `model/${entry.name}`,
    kind: diarises ? ('diarisation' as const) : ('speech' as const),
    label: `${entry.name} (${entry.licence})`,
    languages: entry.languages,
    progress: null,
  }
  switch (state.state) {
    case 'ready':
      return { ...part, state: 'active', reason: state.pinned ? 'speech.model-pinned' : null }
    case 'downloading':
      return {
        ...part,
        state: 'downloading',
        reason: 'speech.model-downloading',
        progress: state.total ? state.received / state.total : null,
      }
    case 'absent':
      return { ...part, state: 'off', reason: downloads ? 'speech.model-waiting' : 'speech.downloads-off' }
    case 'failed':
      return {
        ...part,
        state: 'off',
        reason: state.code in reasonOf ? reasonOf[state.code as keyof typeof reasonOf] : 'speech.model-failed',
      }
  }
}
