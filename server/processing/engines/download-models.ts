// Downloads speech models in the background. One download per process; a download that failed for lack of a network is
// retried at intervals.
import { openModelStore, type ModelEntry, type ModelStore, type ModelState, registry } from '@kaiwa/speech'
import type { App } from '../../platform/app.ts'

/**
 * Used if they exist in the folder, but not downloaded: one is large and no better than the model listed before it, the
 * other is part of the installation.
 */
const NOT_DOWNLOADED: ReadonlySet<string> = new Set(['zipformer-ja-reazonspeech', 'silero-vad'])
const RETRY_MINUTES = 10

const wanted = registry.filter(({ name }) => !NOT_DOWNLOADED.has(name))
const keepers = new WeakMap<App, ModelStore>()

/** Starts downloading missing models. Ends with `signal`. */
export function startModelDownloads(app: App, signal: AbortSignal): void {
  const begin = () => {
    keepers.set(
      app,
      openModelStore(wanted, {
        folder: app.config.modelsFolder,
        download: app.config.modelDownload,
        onReady: ({ name }) => app.log.info({ model: name }, 'speech model ready'),
      }),
    )
  }
  begin()
  const timer = setInterval(() => {
    const states = [...(keepers.get(app)?.states().values() ?? [])]
    const isBusy = states.some(({ state }) => state === 'downloading')
    if (!isBusy && states.some(({ state }) => state === 'failed')) begin()
  }, RETRY_MINUTES * 60_000)
  timer.unref()
  signal.addEventListener('abort', () => {
    clearInterval(timer)
    void keepers.get(app)?.close()
  })
}

export function modelStates(app: App): { entry: ModelEntry; state: ModelState }[] {
  const states = keepers.get(app)?.states()
  return wanted.map((entry) => ({ entry, state: states?.get(entry.name) ?? { state: 'absent' } }))
}
