import { expect, it } from 'vitest'
import { runRandomEdits } from './test/random-edits.ts'
import { randomDocument, randomOf } from './test/random-document.ts'
import { randomOperation } from './test/random-operation.ts'
import type { State } from './test/random-operation.ts'
import { toModel } from './test/oracle.ts'

// The full run, 1,000 seeds of 10,000 edits each, is `npm run bench -- r6`.
it('EDIT-57 R6 random edits, undos, redos and saves match the oracle; undoing everything restores the first bytes', () => {
  for (let seed = 1; seed <= 40; seed++) runRandomEdits(seed, 250)
})

it('R6 most random operations have an effect, and all kinds occur', () => {
  const random = randomOf(7)
  const document = randomDocument(random)
  let state: State = { document, model: [...document.blocks].map(toModel) }
  const kinds = new Set<string>()
  let done = 0
  for (let round = 0; round < 1000; round++) {
    const { edit, model } = randomOperation(state, random, () => `new-${round}-${Math.random()}`)
    if (edit) done++
    state = { document: edit?.document ?? state.document, model }
    for (const { type } of edit?.changes ?? []) kinds.add(type)
  }
  expect([...kinds].sort()).toEqual(['delete', 'insert', 'put'])
  expect(done).toBeGreaterThan(500)
})
