/** Keeps the screen on until the returned function is called: a computer that sleeps does not record. */
export function keepAwake(): () => void {
  // Not there in an insecure page, and in older browsers.
  const wakeLock = navigator.wakeLock as WakeLock | undefined
  if (!wakeLock) return () => undefined
  let isEnded = false
  let held: WakeLockSentinel | null = null
  const request = async () => {
    if (document.visibilityState !== 'visible' || (held && !held.released)) return
    // Refused while the battery is low.
    const lock = await wakeLock.request('screen').catch(() => null)
    if (isEnded) void lock?.release()
    else held = lock
  }
  // The browser releases it when the page is hidden.
  const handleVisible = () => void request()
  document.addEventListener('visibilitychange', handleVisible)
  void request()
  return () => {
    isEnded = true
    document.removeEventListener('visibilitychange', handleVisible)
    void held?.release()
  }
}
