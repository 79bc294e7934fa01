// Speed and skipping are remembered in this browser: they depend on where one listens.
import { localStore } from '../platform/browser-storage.ts'
import { toSpeed } from './speeds.ts'

export interface PlaybackSettings {
  rate: number
  skipsSilence: boolean
}

const KEY = 'kaiwa.playback'

/** The remembered settings. Anything else than what `savePlaybackSettings` wrote gives the defaults. */
export function readPlaybackSettings(): PlaybackSettings {
  const { rate, skipsSilence } = (localStore.readJson(KEY) ?? {}) as Partial<PlaybackSettings>
  return { rate: toSpeed(rate ?? 1), skipsSilence: skipsSilence === true }
}

export function savePlaybackSettings({ rate, skipsSilence }: PlaybackSettings): void {
  localStore.write(KEY, JSON.stringify({ rate, skipsSilence }))
}
