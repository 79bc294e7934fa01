/** Random numbers from 0 to 1, reproducible by the seed (mulberry32). */
export function randomNumbers(seed: number) {
  let state = seed >>> 0
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Random integers from 0 to below `n`, reproducible by the seed. */
export function randomIntegers(seed: number) {
  const random = randomNumbers(seed)
  return (n: number): number => Math.floor(random() * n)
}

/** Random bytes, reproducible by the seed. One of a hundred long ones has the signature of a media format by chance. */
export function randomBytesOf(seed: number, length: number): Buffer {
  const random = randomNumbers(seed)
  return Buffer.from(Uint8Array.from({ length }, () => random() * 256))
}
