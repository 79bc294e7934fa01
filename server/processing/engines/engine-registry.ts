// Engines that other domains add to those of open-engines.ts. A domain registers its engines when it is loaded.
import type { App } from '../../platform/app.ts'
import type { AvailableEngine } from './choose-file-engine.ts'

export interface RegisteredEngine {
  id: string
  open: (app: App) => AvailableEngine
  /** True if the engine numbers its speakers for the whole recording. Other engines start again with every chunk. */
  knowsWholeRecording: boolean
}

const registered = new Map<string, RegisteredEngine>()

export function registerEngine(engine: RegisteredEngine): void {
  registered.set(engine.id, engine)
}

export function registeredEngines(): RegisteredEngine[] {
  return [...registered.values()]
}

/** Ids of the engines whose speaker numbers are valid for the whole recording. */
export function wholeRecordingEngines(): string[] {
  return registeredEngines().flatMap(({ id, knowsWholeRecording }) => (knowsWholeRecording ? [id] : []))
}
