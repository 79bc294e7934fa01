import { expect, it } from 'vitest'
import { openUsedBuffers } from './used-buffers.ts'

/** Adds parts of these lengths; returns the number of the part whose buffer may be used after each. */
function usedAfter(lengths: readonly number[]): (number | null)[] {
  const used = openUsedBuffers()
  const buffers = lengths.map(() => new ArrayBuffer(8))
  return lengths.map((length, index) => {
    used.add({ buffer: buffers[index]!, length })
    const buffer = used.take()
    return buffer && buffers.indexOf(buffer)
  })
}

it.each([
  ['the last part, which is not taken, and the one before it stay', [2e6, 2e6, 2e6, 2e6, 2e6], [null, null, 0, 1, 2]],
  [
    'small parts stay until a million bytes were taken after them',
    [9e5, 4e5, 4e5, 4e5, 9e5],
    [null, null, null, null, 0],
  ],
  ['a large part that is not taken does not count', [1000, 1000, 9e6], [null, null, null]],
])('%s', (_, lengths, expected) => expect(usedAfter(lengths)).toEqual(expected))
