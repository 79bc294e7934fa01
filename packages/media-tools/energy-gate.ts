// Voice activity gate: decides per frame whether there is sound other than background, before any model runs. It
// compares loudness with a noise floor that follows the recording: the quietest moment of the last seconds. Loud sound
// always passes, so a steady tone is not treated as background. The gate only skips long silence cheaply; whether sound
// is speech is judged by voice activity, so quiet sound passes, too.

/**
 * Decibels below full scale of the frame's RMS after a high-pass filter. Below this, 16-bit samples have too few levels
 * to understand speech.
 */
const MIN_ACTIVE_DB = -80
const ALWAYS_ACTIVE_DB = -40
const ABOVE_FLOOR_DB = 9
/** A frame of digital silence: encoder priming and gaps do not show the noise of the room. */
const DIGITAL_SILENCE_DB = -90
/** The floor is the minimum over the last 8 blocks of 50 frames of 20 ms: 8 s. */
const FLOOR_BLOCKS = 8
const BLOCK_FRAMES = 50

/** Converts a mean square of 16-bit samples to decibels below full scale; -120 for silence. */
export function toDecibels(meanSquare: number) {
  return meanSquare > 0 ? Math.max(-120, 10 * Math.log10(meanSquare / 1_073_741_824)) : -120
}

export interface EnergyGate {
  isActive: (decibels: number) => boolean
}

/** Creates a gate. Call `isActive` once per frame, in order. */
export function energyGate(): EnergyGate {
  const blocks: number[] = []
  let lowest = Infinity
  let frames = 0
  return {
    isActive(decibels) {
      if (decibels > DIGITAL_SILENCE_DB) {
        lowest = Math.min(lowest, decibels)
        frames += 1
      }
      const floor = Math.min(lowest, ...blocks)
      if (frames === BLOCK_FRAMES) {
        blocks.push(lowest)
        if (blocks.length > FLOOR_BLOCKS) blocks.shift()
        lowest = Infinity
        frames = 0
      }
      return decibels > Math.min(ALWAYS_ACTIVE_DB, Math.max(MIN_ACTIVE_DB, floor + ABOVE_FLOOR_DB))
    },
  }
}
