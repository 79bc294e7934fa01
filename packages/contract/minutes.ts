// The only conversion of seconds into charged or limited minutes. Containers pad a recording by a fraction of a second
// (an export of six minutes measures 360.0008 s), so a rest below one second is treated as padding and not counted.

/** Minimum rest in seconds that counts as a further minute. */
const COUNTED_REST_SECONDS = 1

/**
 * Whole minutes charged for a recording of this length: rounded up, except that a rest below one second is not counted.
 * Any recording costs at least one minute; a length of 0 or less (not measured yet) costs none.
 */
export function chargedMinutes(seconds: number): number {
  if (seconds <= 0) return 0
  const whole = Math.floor(seconds / 60)
  return Math.max(1, seconds - whole * 60 >= COUNTED_REST_SECONDS ? whole + 1 : whole)
}

/** True if a recording is longer than `maxMinutes`, by the same rule: padding does not make it too long. */
export function exceedsMinutes(seconds: number, maxMinutes: number): boolean {
  return seconds - maxMinutes * 60 >= COUNTED_REST_SECONDS
}
