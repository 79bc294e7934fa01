/** The first choices (PLAY-05). */
export const SPEEDS = [0.5, 1, 1.5, 2] as const
export const MIN_SPEED = 0.5
export const MAX_SPEED = 3
export const SPEED_STEP = 0.05

/** The nearest speed that can be chosen; 1 for anything else than a number. */
export function toSpeed(rate: number): number {
  if (!Number.isFinite(rate)) return 1
  const steps = Math.round(rate / SPEED_STEP)
  return Math.min(MAX_SPEED, Math.max(MIN_SPEED, Number((steps * SPEED_STEP).toFixed(2))))
}
