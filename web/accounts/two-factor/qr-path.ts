import { encode } from 'uqr'

/** Modules of the still margin that a reader needs around a code. */
const MARGIN = 4

/** A QR code as one path of an SVG whose sides are `size` long; a run of dark modules is one rectangle. */
export const qrPath = (text: string): { size: number; path: string } => {
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
