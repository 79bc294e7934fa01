import { expect, it } from 'vitest'
import { openStatementNames, PLAN_EACH_TIME } from './statement-names.ts'

function ask(names: ReturnType<typeof openStatementNames>, text: string, times: number) {
  return Array.from({ length: times }, () => names.nameOf(text))
}

it('names a statement at its fifth use, and keeps the name', () => {
  const names = openStatementNames()
  const asked = ask(names, 'select $1', 7)
  expect(asked.slice(0, 4)).toEqual([undefined, undefined, undefined, undefined])
  expect(asked[4]).toEqual(expect.any(String))
  expect(new Set(asked.slice(4)).size).toBe(1)
})

it('gives each statement a name, two hundred at most', () => {
  const names = openStatementNames()
  const given = Array.from({ length: 250 }, (_, n) => ask(names, `select ${n}, $1`, 5).at(-1))
  expect(new Set(given.slice(0, 200)).size).toBe(200)
  expect(given.slice(200)).toEqual(Array.from({ length: 50 }))
})

it('does not name rarely used statements among thousands', () => {
  const names = openStatementNames()
  for (let round = 0; round < 5; round += 1)
    for (let n = 0; n < 2500; n += 1) expect(names.nameOf(`select ${n}, $1`)).toBeUndefined()
})

it('does not name batches', () => {
  expect(ask(openStatementNames(), `insert into x values ${'($1), '.repeat(2000)}`, 9).some(Boolean)).toBe(false)
})

it('names neither statements to be replanned nor forgotten ones', () => {
  const names = openStatementNames()
  expect(ask(names, `select ${PLAN_EACH_TIME} $1`, 9).some(Boolean)).toBe(false)
  ask(names, 'select $1', 9)
  names.forget('select $1')
  expect(ask(names, 'select $1', 9).some(Boolean)).toBe(false)
})
