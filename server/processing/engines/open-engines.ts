// The speech engines of this process. They are opened on first use and searched again at intervals, so that engines and
// models installed at runtime are used without a restart.
import {
  findPocketsphinx,
  installedModels,
  openPocketsphinx,
  openSherpa,
  type PocketsphinxInstall,
} from '@kaiwa/speech'
import type { App } from '../../platform/app.ts'
import { type AvailableEngine, chooseFileEngine, type EngineOfFile } from './choose-file-engine.ts'
import { RECOGNITION_CONCURRENCY } from './recognition-concurrency.ts'
import { registeredEngines } from './engine-registry.ts'

export interface Engines {
  choose: (file: { language: string; engine: string | null }) => EngineOfFile
  /** In order of preference: the one configured by the operator, native models, the fallback, registered engines. */
  available: readonly AvailableEngine[]
  pocketsphinx: PocketsphinxInstall | undefined
}

/** Milliseconds after which installed engines are searched again. */
const REFRESH_MS = 15_000

interface Opened {
  engines: Engines
  foundAt: number
}
const opened = new WeakMap<App, Promise<Opened>>()

/** Returns the available engines. Cheap enough to call for every chunk. */
export async function openEngines(app: App): Promise<Engines> {
  const before = opened.get(app)
  const state = before && (await before)
  if (state && performance.now() - state.foundAt < REFRESH_MS) return state.engines
  // Concurrent callers share one search.
  if (opened.get(app) === before)
    opened.set(app, forgetIfFailed(app, findEngines(app, state?.engines.available ?? []), before))
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

async function findEngines(app: App, known: readonly AvailableEngine[]): Promise<Opened> {
  const keep = (id: string, open: () => AvailableEngine): AvailableEngine =>
    known.find((engine) => engine.id === id) ?? open()
  const { speech, modelsFolder } = app.config
  const [models, pocketsphinx] = await Promise.all([installedModels(modelsFolder), findPocketsphinx()])
  const processes = RECOGNITION_CONCURRENCY
  // Imported only when configured: its client is a large package, and most installations do not use a speech server.
  const openai = speech && (await import('@kaiwa/speech/engines/openai/engine.ts'))
  const available = [
    ...(openai ? [keep(`openai/${speech.model}`, () => openai.openOpenai(speech))] : []),
    ...models.map((model) => keep(`sherpa-onnx/${model.id}`, () => openSherpa(model, { processes }))),
    ...(pocketsphinx
      ? [keep('pocketsphinx', () => openPocketsphinx(pocketsphinx, { processes, openFolder: app.work.openFolder }))]
      : []),
    ...registeredEngines()
      .filter(({ isAvailable }) => isAvailable(app.config))
      .map(({ id, open }) => keep(id, open)),
  ]
  const engines: Engines = { available, pocketsphinx, choose: (file) => chooseFileEngine(available, file) }
  return { engines, foundAt: performance.now() }
}
