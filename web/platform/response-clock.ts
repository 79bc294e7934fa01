// The server's clock. A device whose clock is a day off must not report a valid link as expired.
let ahead = 0

/** Updates the offset from the Date header of a response. */
export function updateServerTime(date: string | null): void {
  const time = date === null ? Number.NaN : Date.parse(date)
  // The header has a resolution of one second, which is sufficient.
  if (!Number.isNaN(time)) ahead = time - Date.now()
}

/** Server time at a time of the device, in milliseconds since the epoch; the same until the first response. */
export function serverTimeAt(time: number): number {
  return time + ahead
}

/** Server time in milliseconds since the epoch; the device's time until the first response. */
export function serverNow(): number {
  return serverTimeAt(Date.now())
}
