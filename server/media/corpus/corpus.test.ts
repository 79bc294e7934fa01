import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { allowedExtension, sniff, SNIFF_BYTES } from '@kaiwa/media-tools/sniff.ts'
import { beforeAll, expect, it } from 'vitest'
import { makeCorpus, type CorpusCase } from './make-corpus.ts'
import { awkwardNames } from './names.ts'
import { recipes } from './recipes.ts'

// What becomes of the cases by the way of every recording stands in ../bad-input.test.ts.

let cases: CorpusCase[]
beforeAll(async () => {
  cases = await makeCorpus()
}, 120_000)

it.each(recipes.map(({ name, extension }) => `${name}.${extension}`))(
  'R7 %s is known by its first bytes',
  async (name) => {
    const { path, expected } = cases.find((one) => one.name === name)!
    await using file = await open(path)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0)
    expect(sniff(buffer.subarray(0, bytesRead)) !== null).toBe(!expected.refusedAtUpload)
  },
)

it('holds its silence in a few megabytes', async () => {
  for (const { path, long } of cases) if (long) expect((await stat(path)).size).toBeLessThan(8_000_000)
})

it('has every name of the issue, each that of an mp4', () => {
  expect(awkwardNames.every(({ name }) => allowedExtension(name) === 'mp4')).toBe(true)
  expect(awkwardNames.map(({ name }) => basename(name)).some((name) => name.length === 300)).toBe(true)
})
