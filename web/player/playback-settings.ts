// Speed and skipping are remembered in this browser: they depend on where one listens.
import { toSpeed } from './speeds.ts'

export interface PlaybackSettings {
  rate: number
  skipsSilence: boolean
}

const KEY = 'kaiwa.playback'

/** The remembered settings. Anything else than what `savePlaybackSettings` wrote gives the defaults. */
export function readPlaybackSettings(): PlaybackSettings {
  try {
    const { rate, skipsSilence } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<PlaybackSettings>
    return { rate: toSpeed(rate ?? 1), skipsSilence: skipsSilence === true }
  } catch {
    return { rate: 1, skipsSilence: false }
  }
}

export function savePlaybackSettings({ rate, skipsSilence }: PlaybackSettings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ rate, skipsSilence }))
  } catch {
    // No storage: the settings last as long as the page.
  }
}
