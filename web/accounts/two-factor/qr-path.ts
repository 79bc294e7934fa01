import { encode } from 'uqr'

/** Quiet zone around the code in modules, required by scanners. */
const MARGIN = 4

/** A QR code as a single SVG path in a square of `size`; each run of dark modules is a rectangle. */
export function qrPath(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: MARGIN })
  const runs = data.flatMap((row, y) =>
    [
      ...row
        .map((dark) => (dark ? '1' : '0'))
        .join('')
        .matchAll(/1+/g),
    ].map(({ 0: run, index: x }) => `M${x} ${y}h${run.length}v1h-${run.length}z`),
  )
  return { size, path: runs.join('') }
}
