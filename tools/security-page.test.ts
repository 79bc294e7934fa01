import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = await readFile(`${root}docs/security.md`, 'utf8')

/** Sections of ASVS 5.0 with their requirements of level 1 and level 2. */
const ASVS: Record<string, [first: number[], second: number[]]> = {
  '1.1': [[], [1, 2]],
  '1.2': [
    [1, 2, 3, 4, 5],
    [6, 7, 8, 9],
  ],
  '1.3': [
    [1, 2],
    [3, 4, 5, 6, 7, 8, 9, 10, 11],
  ],
  '1.4': [[], [1, 2, 3]],
  '1.5': [[1], [2]],
  '2.1': [[1], [2, 3]],
  '2.2': [[1, 2], [3]],
  '2.3': [[1], [2, 3, 4]],
  '2.4': [[], [1]],
  '3.2': [[1, 2], []],
  '3.3': [[1], [2, 3, 4]],
  '3.4': [
    [1, 2],
    [3, 4, 5, 6],
  ],
  '3.5': [
    [1, 2, 3],
    [4, 5],
  ],
  '3.7': [[], [1, 2]],
  '4.1': [[1], [2, 3]],
  '4.2': [[], [1]],
  '4.3': [[], [1, 2]],
  '4.4': [[1], [2, 3, 4]],
  '5.1': [[], [1]],
  '5.2': [[1, 2], [3]],
  '5.3': [[1, 2], []],
  '5.4': [[], [1, 2, 3]],
  '6.1': [[1], [2, 3]],
  '6.2': [
    [1, 2, 3, 4, 5, 6, 7, 8],
    [9, 10, 11, 12],
  ],
  '6.3': [
    [1, 2],
    [3, 4],
  ],
  '6.4': [
    [1, 2],
    [3, 4],
  ],
  '6.5': [[], [1, 2, 3, 4, 5]],
  '6.6': [[], [1, 2, 3]],
  '6.8': [[], [1, 2, 3, 4]],
  '7.1': [[], [1, 2, 3]],
  '7.2': [[1, 2, 3, 4], []],
  '7.3': [[], [1, 2]],
  '7.4': [
    [1, 2],
    [3, 4, 5],
  ],
  '7.5': [[], [1, 2]],
  '7.6': [[], [1, 2]],
  '8.1': [[1], [2]],
  '8.2': [[1, 2], [3]],
  '8.3': [[1], []],
  '8.4': [[], [1]],
  '9.1': [[1, 2, 3], []],
  '9.2': [[1], [2, 3, 4]],
  '10.1': [[], [1, 2]],
  '10.2': [[], [1, 2]],
  '10.3': [[], [1, 2, 3, 4]],
  '10.4': [
    [1, 2, 3, 4, 5],
    [6, 7, 8, 9, 10, 11],
  ],
  '10.5': [[], [1, 2, 3, 4, 5]],
  '10.6': [[], [1, 2]],
  '10.7': [[], [1, 2, 3]],
  '11.1': [[], [1, 2]],
  '11.2': [[], [1, 2, 3]],
  '11.3': [[1, 2], [3]],
  '11.4': [[1], [2, 3, 4]],
  '11.5': [[], [1]],
  '11.6': [[], [1]],
  '12.1': [[1], [2, 3]],
  '12.2': [[1, 2], []],
  '12.3': [[], [1, 2, 3, 4]],
  '13.1': [[], [1]],
  '13.2': [[], [1, 2, 3, 4, 5]],
  '13.3': [[], [1, 2]],
  '13.4': [[1], [2, 3, 4, 5]],
  '14.1': [[], [1, 2]],
  '14.2': [[1], [2, 3, 4]],
  '14.3': [[1], [2, 3]],
  '15.1': [[1], [2, 3]],
  '15.2': [[1], [2, 3]],
  '15.3': [[1], [2, 3, 4, 5, 6, 7]],
  '16.1': [[], [1]],
  '16.2': [[], [1, 2, 3, 4, 5]],
  '16.3': [[], [1, 2, 3, 4]],
  '16.4': [[], [1, 2, 3]],
  '16.5': [[], [1, 2, 3]],
  '17.1': [[], [1]],
  '17.2': [[], [1, 2, 3, 4]],
  '17.3': [[], [1, 2]],
}

const rows = [...page.matchAll(/^\| (\d+\.\d+\.\d+) \| ([12]) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, number = '', level = '', asked = '', how = '']) => ({ number, level, asked, how }),
)

it('lists every requirement of levels 1 and 2 exactly once, in order', () => {
  const expected = Object.entries(ASVS).flatMap(([section, levels]) =>
    levels
      .flatMap((numbers, level) => numbers.map((number) => ({ number, level: level + 1 })))
      .toSorted((a, b) => a.number - b.number)
      .map(({ number, level }) => `${section}.${number} ${level}`),
  )
  expect(expected).toHaveLength(253)
  expect(rows.map(({ number, level }) => `${number} ${level}`)).toEqual(expected)
})

it('every row has a requirement and an answer', () => {
  expect(rows.filter(({ asked, how }) => asked.trim() === '' || how.trim().length < 5)).toEqual([])
})

const findingsSection = page.slice(page.indexOf('## Findings of November 2026')).split(/^## /m)[1] ?? ''
const findings = [...findingsSection.matchAll(/^\| ([^|]+) \| ([^|]+) \| (`[^|]+) \|$/gm)].map(
  ([, finding = '', , tests = '']) => ({ number: finding.slice(0, 60), how: tests }),
)

it('every finding of November 2026 names a test', () => {
  const lines = findingsSection.split('\n').filter((line) => /^\| (?!finding)/.test(line))
  expect(lines.length).toBeGreaterThan(30)
  expect(findings).toHaveLength(lines.length)
})

/** Matches every `path/of.test.ts` › title. The title must equal the source; other text may follow it in the row. */
const references = [...rows, ...findings].flatMap(({ number, how }) =>
  [...how.matchAll(/`([\w./-]+\.test\.tsx?)` › /g)].map((found) => ({
    number,
    file: found[1] ?? '',
    rest: how.slice(found.index + found[0].length),
  })),
)

function namesOf(source: string): string[] {
  return [...source.matchAll(/(?:^|[\s(])(['"`])((?:(?!\1).)+)\1\s*,/gm)].map(([, , name = '']) => name)
}

describe('every referenced test exists', () => {
  it('has many references', () => expect(references.length).toBeGreaterThan(100))
  it.each(references)('$number: $file', async ({ file, rest }) => {
    expect(existsSync(`${root}${file}`)).toBe(true)
    const names = namesOf(await readFile(`${root}${file}`, 'utf8'))
    expect(names.filter((name) => rest.startsWith(name))).not.toEqual([])
  })
})
