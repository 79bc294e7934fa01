/** Combines the progress of `count` workers: reports the smallest value. A finished worker reports Infinity. */
export const slowestOf = (count: number, onProgress: (seconds: number) => void) => {
  const reached = Array.from({ length: count }, () => 0)
  return (which: number, seconds: number): void => {
    reached[which] = seconds
    const slowest = Math.min(...reached)
    if (Number.isFinite(slowest)) onProgress(slowest)
  }
}
