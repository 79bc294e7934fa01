import { basename } from 'node:path'
import { allowedExtension } from '@kaiwa/media-tools/sniff.ts'
import { expect, it } from 'vitest'
import { awkwardNames } from './names.ts'

// The cases themselves, and what becomes of them by the way of every recording, stand in ../bad-input.test.ts.

it('has every name of the issue, each that of an mp4', () => {
  expect(awkwardNames.every(({ name }) => allowedExtension(name) === 'mp4')).toBe(true)
  expect(awkwardNames.map(({ name }) => basename(name)).some((name) => name.length === 300)).toBe(true)
})
