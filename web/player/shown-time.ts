const LONG = 3600

/** The current time as it is shown: over an hour long, in quarters of a second (PLAY-19). */
export const shownTime = (time: number, duration: number): number => (duration > LONG ? Math.round(time * 4) / 4 : time)

/** Step of the progress slider in seconds (PLAY-18). */
export const SLIDER_STEP = 0.2

/** The end of the slider: the first whole step at or after the end, so that the last moment can be reached. */
export const sliderEnd = (duration: number): number => Math.ceil(duration / SLIDER_STEP - 1e-9) * SLIDER_STEP
