// The speech engines of this process. They are opened on first use and searched again at intervals, so that engines and
// models installed at runtime are used without a restart.
import {
  findPocketsphinx,
  installedModels,
  openPocketsphinx,
  openSherpa,
  openVoiceActivity,
  type PocketsphinxInstall,
  type VoiceActivity,
  voiceActivityModel,
  withSecondDecoding,
  withVoiceActivity,
} from '@kaiwa/speech'
import type { App } from '../../platform/app.ts'
import { type AvailableEngine, chooseFileEngine, type EngineOfFile, type EngineRequest } from './choose-file-engine.ts'
import { RECOGNITION_CONCURRENCY } from './recognition-concurrency.ts'
import { registeredEngines } from './engine-registry.ts'

export interface Engines {
  choose: (file: EngineRequest) => EngineOfFile
  /** In order of preference: the one configured by the operator, native models, the fallback, registered engines. */
  available: readonly AvailableEngine[]
  pocketsphinx: PocketsphinxInstall | undefined
  /** The judge of speech before every engine but the registered ones. */
  voiceActivity: VoiceActivity
}

/** Milliseconds after which installed engines are searched again. */
const REFRESH_MS = 15_000

/** `model` is the path of the voice activity model. */
interface Opened {
  engines: Engines
  model: string
  foundAt: number
}
const opened = new WeakMap<App, Promise<Opened>>()

/** Returns the available engines. Cheap enough to call for every chunk. */
export async function openEngines(app: App): Promise<Engines> {
  const before = opened.get(app)
  const state = before && (await before)
  if (state && performance.now() - state.foundAt < REFRESH_MS) return state.engines
  // Concurrent callers share one search.
  if (opened.get(app) === before) opened.set(app, forgetIfFailed(app, findEngines(app, state), before))
  return (await (opened.get(app) as Promise<Opened>)).engines
}

/** A failed search is not cached. */
function forgetIfFailed(app: App, search: Promise<Opened>, before: Promise<Opened> | undefined): Promise<Opened> {
  return search.catch((error: unknown) => {
    if (before) opened.set(app, before)
    else opened.delete(app)
    throw error
  })
}

async function findEngines(app: App, before: Opened | undefined): Promise<Opened> {
  const keep = (id: string, open: () => AvailableEngine): AvailableEngine =>
    before?.engines.available.find((engine) => engine.id === id) ?? open()
  const { speech, modelsFolder } = app.config
  const [models, pocketsphinx] = await Promise.all([installedModels(modelsFolder), findPocketsphinx()])
  const processes = RECOGNITION_CONCURRENCY
  const model = await voiceActivityModel(modelsFolder)
  const voiceActivity = before?.model === model ? before.engines.voiceActivity : openVoiceActivity(model)
  /** The order: sound without speech reaches no engine, and a loop is decoded again before words are judged. */
  const listening = <E extends AvailableEngine>(engine: E): E =>
    withVoiceActivity(withSecondDecoding(engine), voiceActivity)
  // Imported only when configured: its client is a large package, and most installations do not use a speech server.
  const openai = speech && (await import('@kaiwa/speech/engines/openai/engine.ts'))
  const available = [
    ...(openai ? [keep(`openai/${speech.model}`, () => listening(openai.openOpenai(speech)))] : []),
    ...models.map((recogniser) =>
      keep(`sherpa-onnx/${recogniser.id}`, () => listening(openSherpa(recogniser, { processes }))),
    ),
    ...(pocketsphinx
      ? [
          keep('pocketsphinx', () =>
            listening(openPocketsphinx(pocketsphinx, { processes, openFolder: app.work.openFolder })),
          ),
        ]
      : []),
    ...registeredEngines().map(({ id, open }) => keep(id, () => open(app))),
  ]
  const engines: Engines = {
    available,
    pocketsphinx,
    voiceActivity,
    choose: (file) => chooseFileEngine(available, file),
  }
  return { engines, model, foundAt: performance.now() }
}
