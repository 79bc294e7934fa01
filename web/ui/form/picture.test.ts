import { expect, it } from 'vitest'
import { PICTURE_KINDS, pictureProblem } from './picture.ts'

const MB = 1_048_576

it.each([
  ['me.jpg', 1, null],
  ['me.JPEG', 1, null],
  ['me.png', 1, null],
  ['me.bmp', 1, null],
  ['me.webp', 10 * MB - 1, null],
  ['me.webp', 10 * MB, 'max'],
  ['me.gif', 1, 'format'],
  ['me.svg', 1, 'format'],
  ['jpg', 1, 'format'],
])('ACC-14 ACC-15 SPK-15 %s of %d bytes: %s', (name, size, problem) => {
  expect(pictureProblem({ name, size })).toBe(problem)
})

it('ACC-14 accepts the five file types', () => {
  expect(PICTURE_KINDS).toBe('.jpg,.jpeg,.png,.bmp,.webp')
})
