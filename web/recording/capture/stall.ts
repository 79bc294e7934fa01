// Finds out that no sound is sampled although time passes: the context was suspended, or the computer slept.

/** Seconds by which the audio clock may be behind: it moves in steps, and a device that is opened takes a moment. */
const STALL_SECONDS = 2

export interface Stall {
  /** Seconds of the monotonic clock, and of the audio clock, when they were read last. */
  time: number
  sound: number
  /** Seconds without sound in the present stall. */
  missing: number
}

/** A clock that advances at nine tenths of the speed or more is running. */
export function afterReading({ time, sound, missing }: Stall, newTime: number, newSound: number): Stall {
  const elapsed = newTime - time
  const advanced = newSound - sound
  const isRunning = advanced >= 0.9 * elapsed
  return { time: newTime, sound: newSound, missing: isRunning ? 0 : missing + elapsed - advanced }
}

export function isStalled({ missing }: Stall): boolean {
  return missing > STALL_SECONDS
}
