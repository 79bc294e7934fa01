import { vi } from 'vitest'

type Clock = (this: BaseAudioContext) => number

/**
 * Changes the audio clock, by which a recording counts its time: `clockOf` converts the seconds since it was opened. Until the
 * mocks are restored.
 */
export function changeAudioClock(clockOf: (seconds: number) => number): void {
  const seconds = Object.getOwnPropertyDescriptor(BaseAudioContext.prototype, 'currentTime')?.get as Clock
  vi.spyOn(BaseAudioContext.prototype, 'currentTime', 'get').mockImplementation(function change(this: AudioContext) {
    return clockOf(seconds.call(this))
  })
}
