import { basename } from 'node:path'
import { allowedExtension } from '@kaiwa/media-tools/sniff.ts'
import { expect, it } from 'vitest'
import { awkwardNames } from './names.ts'

// ../bad-input.test.ts holds the cases themselves and runs them through processing.

it('contains every file name of the issue, each with the extension mp4', () => {
  expect(awkwardNames.every(({ name }) => allowedExtension(name) === 'mp4')).toBe(true)
  expect(awkwardNames.map(({ name }) => basename(name)).some((name) => name.length === 300)).toBe(true)
})
