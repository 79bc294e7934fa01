// What time it is where time is judged. A device whose clock is off by a day must not call a living link expired.
let ahead = 0

/** Learns from the Date header of any answer. */
export const learnServerTime = (date: string | null): void => {
  const time = date === null ? Number.NaN : Date.parse(date)
  // The header counts in whole seconds, and a second is nothing here.
  if (!Number.isNaN(time)) ahead = time - Date.now()
}

/** Milliseconds since the epoch by the server's clock; this device's own until the server was heard. */
export const serverNow = (): number => Date.now() + ahead
