function pad(value: number): string {
  return String(value).padStart(2, '0')
}

/** Formats seconds as MM:SS, or H:MM:SS from one hour. Fractions are truncated; invalid values give 00:00. */
export function formatTime(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${pad(minutes)}:${pad(whole % 60)}`
}
