import { SpeechFailure, type SpeechFailureCode } from '../speech-failure.ts'
import { downloadModel } from './download.ts'
import type { Progress } from './fetch-file.ts'
import { installedFiles } from './installed.ts'
import type { ModelEntry } from './model-registry.ts'

export type ModelState =
  | { state: 'absent' }
  | ({ state: 'downloading' } & Progress)
  | { state: 'ready'; sha256?: string; pinned?: boolean }
  | { state: 'failed'; code: SpeechFailureCode; message: string }

export interface ModelStore {
  /** The state of every model, by name. */
  states(): ReadonlyMap<string, ModelState>
  /** Resolves when no download is running. */
  whenIdle(): Promise<void>
  /** Stops downloads. Partial files are kept for the next start. */
  close(): Promise<void>
}

/**
 * Downloads missing models in the background, one at a time. With `download` off it only checks the folder. `onReady`
 * is called for each model that becomes usable.
 */
export function openModelStore(
  entries: readonly ModelEntry[],
  {
    folder,
    download,
    onReady,
    retryDelays,
  }: {
    folder: string
    download: boolean
    onReady?: (entry: ModelEntry) => void
    retryDelays?: readonly number[]
  },
): ModelStore {
  const states = new Map<string, ModelState>(entries.map(({ name }) => [name, { state: 'absent' }]))
  const stop = new AbortController()
  const install = async (entry: ModelEntry) => {
    if (await installedFiles(entry, folder)) {
      states.set(entry.name, { state: 'ready' })
      return onReady?.(entry)
    }
    if (!download || stop.signal.aborted) return
    states.set(entry.name, { state: 'downloading', received: 0, total: entry.size })
    try {
      const { sha256, pinned } = await downloadModel(entry, folder, {
        signal: stop.signal,
        onProgress: (progress) => states.set(entry.name, { state: 'downloading', ...progress }),
        ...(retryDelays && { retryDelays }),
      })
      states.set(entry.name, { state: 'ready', sha256, pinned })
      onReady?.(entry)
    } catch (error) {
      const failure =
        error instanceof SpeechFailure ? error : new SpeechFailure('download-failed', String(error), { cause: error })
      states.set(
        entry.name,
        failure.code === 'aborted'
          ? { state: 'absent' }
          : { state: 'failed', code: failure.code, message: failure.message },
      )
    }
  }
  const work = (async () => {
    for (const entry of entries) await install(entry)
  })()
  return {
    states: () => states,
    whenIdle: () => work,
    close: async () => {
      stop.abort()
      await work
    },
  }
}
