/** Runs work after the next paint: what the user did is shown first. */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work))
}
