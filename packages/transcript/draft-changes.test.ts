import { describe, expect, it } from 'vitest'
import { draftDelta, orderDraft, placeByTime } from './draft-changes.ts'
import type { EditableDocument } from './editable-document.ts'
import { type NetChange, netChangesBetween } from './changes.ts'
import { rebase } from './rebase.ts'
import { parse, show } from './test/notation.ts'
import { toModel } from './test/oracle.ts'
import { randomDocument, randomOf } from './test/random-document.ts'
import { randomOperation } from './test/random-operation.ts'
import { splitBlock } from './split-block.ts'
import { typeText } from './type-text.ts'

function net(older: EditableDocument, newer: EditableDocument) {
  return netChangesBetween(older, newer)
}

function byUuid(changes: readonly NetChange[]) {
  return new Map(changes.map((change) => [change.uuid, change]))
}

function typed(document: EditableDocument, uuid: string, text: string) {
  return typeText(document, { uuid, start: 0, end: 0 }, text)!.document
}

describe('draftDelta', () => {
  const base = parse('A | x\nB | y\nC | z').document
  const first = typed(base, 'a', '1')

  it('contains the blocks that differ from those sent, and not the others', () => {
    const { changed, reverted } = draftDelta(byUuid(net(base, first)), net(base, typed(first, 'c', '2')))
    expect(changed.map(({ uuid, after }) => [uuid, after?.content])).toEqual([['c', '2z']])
    expect(reverted).toEqual([])
  })

  it('is empty when nothing changed since', () => {
    expect(draftDelta(byUuid(net(base, first)), net(base, first))).toEqual({ changed: [], reverted: [] })
  })

  it('reverts a block whose change was undone', () => {
    expect(draftDelta(byUuid(net(base, first)), net(base, base))).toEqual({ changed: [], reverted: ['a'] })
  })

  it('contains a block again that others have deleted since, because it is a new block now', () => {
    const [change] = net(base, first)
    expect(draftDelta(byUuid([change!]), [{ ...change!, before: null }]).changed).toHaveLength(1)
  })

  it('contains a new block again when another one is inserted before it', () => {
    const split = splitBlock(parse('A | xyz').document, { uuid: 'a', offset: 2 }, () => 'late')!.document
    const twice = splitBlock(split, { uuid: 'a', offset: 1 }, () => 'early')!.document
    const from = parse('A | xyz').document
    const { changed } = draftDelta(byUuid(net(from, split)), net(from, twice))
    expect(changed.map(({ uuid, previous }) => [uuid, previous])).toEqual([
      ['a', null],
      ['early', 'a'],
      ['late', 'early'],
    ])
  })
})

describe('orderDraft', () => {
  it('a draft that is stored in parts and read in any order restores the document', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = randomOf(seed)
      const base = randomDocument(random)
      let state = { document: base, model: [...base.blocks].map(toModel) }
      const stored = new Map<string, NetChange>()
      for (let round = 0; round < 40; round++) {
        const { edit, model } = randomOperation(state, random, () => `new-${seed}-${round}-${random(1e9)}`)
        state = { document: edit?.document ?? state.document, model: [...model] }
        if (random(3) > 0) continue
        const { changed, reverted } = draftDelta(stored, net(base, state.document))
        for (const change of changed) stored.set(change.uuid, change)
        for (const uuid of reverted) stored.delete(uuid)
      }
      const { changed, reverted } = draftDelta(stored, net(base, state.document))
      for (const change of changed) stored.set(change.uuid, change)
      for (const uuid of reverted) stored.delete(uuid)
      const shuffled = [...stored.values()]
        .map((change) => ({ change, at: random(1e9) }))
        .sort((a, b) => a.at - b.at)
        .map(({ change }) => change)
      const { document, conflicts } = rebase(base, orderDraft(shuffled))
      expect([seed, show(document), conflicts]).toEqual([seed, show(state.document), []])
    }
  })

  it('keeps every change of a draft whose blocks follow each other in a circle', () => {
    const base = parse('A | x').document
    const block = base.blocks.get('a')!
    const change = (uuid: string, previous: string): NetChange => ({
      uuid,
      before: null,
      after: { ...block, uuid },
      previous,
    })
    const ordered = orderDraft([change('n', 'm'), change('m', 'n'), change('self', 'self')])
    expect(ordered.map(({ uuid }) => uuid).toSorted()).toEqual(['m', 'n', 'self'])
    expect(rebase(base, ordered).document.blocks.length).toBe(4)
  })
})

describe('placeByTime', () => {
  it('places several blocks without a neighbour in the order of time, each after the last block that starts before it', () => {
    const { document } = parse('A | [0 a]\nA | [4 b]\nA | [2 c]\nA | [6 d]')
    const [first] = [...document.blocks]
    const net = [7, 3, 5, 2, 3.5].map((start_time, index): NetChange => {
      const after = { ...first!, uuid: `new${index}`, content: String(start_time), start_time, end_time: 9, terms: [] }
      return { uuid: after.uuid, before: null, after, previous: 'gone' }
    })
    const placed = placeByTime(document, orderDraft(net))
    expect(placed.map(({ previous }) => previous)).not.toContain('gone')
    const texts = Array.from(rebase(document, placed).document.blocks, ({ content }) => content)
    expect(texts).toEqual(['a', 'b', 'c', '2', '3', '3.5', '5', 'd', '7'])
  })

  it('keeps places that exist, and does not place a block after one that the draft deletes', () => {
    const { document } = parse('A | [0 a]\nA | [4 b]\nA | [6 c]')
    const [first, second] = [...document.blocks]
    const insert = (uuid: string, previous: string | null, start_time: number): NetChange => ({
      uuid,
      before: null,
      after: { ...first!, uuid, content: uuid, start_time, end_time: 9, terms: [] },
      previous,
    })
    const net = [
      { uuid: second!.uuid, before: second!, after: null, previous: null },
      insert('x', null, 5),
      insert('y', 'x', 5),
      insert('z', second!.uuid, 5),
    ]
    const placed = placeByTime(document, orderDraft(net))
    expect(placed.map(({ uuid, previous }) => [uuid, previous]).slice(1)).toEqual([
      ['x', null],
      ['y', 'x'],
      ['z', first!.uuid],
    ])
    const texts = Array.from(rebase(document, placed).document.blocks, ({ content }) => content)
    expect(texts).toEqual(['x', 'y', 'a', 'z', 'c'])
  })
})
