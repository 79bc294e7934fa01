/** Takes how far each of several is, and tells how far all of them are. Who has ended is at Infinity. */
export const slowestOf = (count: number, onProgress: (seconds: number) => void) => {
  const reached = Array.from({ length: count }, () => 0)
  return (which: number, seconds: number): void => {
    reached[which] = seconds
    const slowest = Math.min(...reached)
    if (Number.isFinite(slowest)) onProgress(slowest)
  }
}
