/** The search of a shorter text is linear enough; of a longer one, this beginning is searched first. */
const PROBE = 16

/** For each length of a beginning of `text`, minus one: the longest proper beginning that also ends it. */
function bordersOf(text: string): Uint32Array {
  const borders = new Uint32Array(text.length)
  for (let at = 1, length = 0; at < text.length; at++) {
    while (length > 0 && text.charCodeAt(at) !== text.charCodeAt(length)) length = borders[length - 1]!
    if (text.charCodeAt(at) === text.charCodeAt(length)) length++
    borders[at] = length
  }
  return borders
}

/**
 * Starts of `wanted` in `text`, in order; they may overlap. The time is linear for all texts (Knuth, Morris, Pratt):
 * `indexOf` takes the product of both lengths for a text like `aaaa` and a wanted text like `aaba`.
 */
export function* startsOf(text: string, wanted: string): Generator<number> {
  const first = wanted === '' ? -1 : text.indexOf(wanted.slice(0, PROBE))
  if (first < 0) return
  if (wanted.length <= PROBE) {
    for (let at = first; at >= 0; at = text.indexOf(wanted, at + 1)) yield at
    return
  }
  const borders = bordersOf(wanted)
  for (let at = first, length = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    while (length > 0 && unit !== wanted.charCodeAt(length)) length = borders[length - 1]!
    if (unit === wanted.charCodeAt(length)) length++
    if (length < wanted.length) continue
    yield at + 1 - length
    length = borders[length - 1]!
  }
}
