import { DEFAULT_TAG_COLOUR, TAG_COLOURS } from '@kaiwa/contract/tags.ts'
import { expect, it } from 'vitest'
import { COLOURS } from './colours.ts'

it('TAG-21 offers the eight colours of the contract, the default first', () => {
  expect(COLOURS.map(({ value }) => value)).toEqual(TAG_COLOURS)
  expect([COLOURS.length, COLOURS[0].value]).toEqual([8, DEFAULT_TAG_COLOUR])
})
