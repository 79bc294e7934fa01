const LONG = 3600

/** The current time as displayed: in recordings over an hour, rounded to quarters of a second (PLAY-19). */
export function displayedTime(time: number, duration: number): number {
  return duration > LONG ? Math.round(time * 4) / 4 : time
}

/** Step of the progress slider in seconds (PLAY-18). */
export const SLIDER_STEP = 0.2

/** The maximum of the slider: the duration rounded up to a whole step, so that the last moment can be reached. */
export function sliderEnd(duration: number): number {
  return Math.ceil(duration / SLIDER_STEP - 1e-9) * SLIDER_STEP
}
