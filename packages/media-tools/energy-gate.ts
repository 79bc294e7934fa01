// Decides frame by frame whether anything but background is heard, before any model runs. It knows no speech, only loudness against a
// noise floor that follows the recording: the quietest moment of the last seconds. Loud sound passes whatever the floor is, so that a
// steady tone is not taken for background; what is below the lowest threshold never passes, so that dither and hiss give nothing.

/** Decibels below full scale, of the frame's RMS after a high-pass. */
const QUIETEST_DB = -62
const ALWAYS_HEARD_DB = -40
const ABOVE_FLOOR_DB = 9
/** A frame of digital silence: encoder priming and gaps say nothing about the room's noise. */
const DIGITAL_SILENCE_DB = -90
/** The floor is the lowest of so many blocks of so many frames: 8 s of 20 ms. */
const FLOOR_BLOCKS = 8
const BLOCK_FRAMES = 50

/** RMS in decibels below full scale of one channel of interleaved 16-bit samples; -120 for silence. */
export function toDecibels(meanSquare: number) {
  return meanSquare > 0 ? Math.max(-120, 10 * Math.log10(meanSquare / 1_073_741_824)) : -120
}

export type EnergyGate = { isActive: (decibels: number) => boolean }

/** A gate that is asked once per frame, in order. */
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
      return decibels > Math.min(ALWAYS_HEARD_DB, Math.max(QUIETEST_DB, floor + ABOVE_FLOOR_DB))
    },
  }
}
