import { expect, it } from 'vitest'
import { passageTimes } from './passage-times.ts'
import { term } from './test/factories.ts'

// 'good morning, all' from 10 s; the comma and the spaces have no words.
const block = {
  start_time: 10,
  end_time: 20,
  terms: [term('good', 0, 10.5, 11), term('morning', 5, 11.25, 12), term('all', 14, 15, 15.5)],
}

it.each([
  ['one word', 0, 4, 10.5, 11],
  ['two words', 0, 12, 10.5, 12],
  ['the whole text', 0, 17, 10.5, 15.5],
  ['part of a word counts as the word', 6, 8, 11.25, 12],
  ['from the middle of a word to the middle of another', 2, 15, 10.5, 15.5],
  ['only a space, between its neighbours', 4, 5, 11, 11.25],
  ['only a comma and a space', 12, 14, 12, 15],
])('%s', (_, start, end, start_time, end_time) => {
  expect(passageTimes(block, { start, end })).toEqual({ start_time, end_time })
})

it('text before the first word starts with the block', () => {
  const { terms } = block
  expect(passageTimes({ ...block, terms: terms.slice(1) }, { start: 0, end: 4 })).toEqual({
    start_time: 10,
    end_time: 11.25,
  })
})

it('text after the last word ends with the block', () => {
  expect(passageTimes(block, { start: 17, end: 17 })).toEqual({ start_time: 15.5, end_time: 20 })
})

it('a block without words has its own times', () => {
  expect(passageTimes({ ...block, terms: [] }, { start: 2, end: 3 })).toEqual({ start_time: 10, end_time: 20 })
})

it('words that overlap in time give the earliest start and the latest end', () => {
  const terms = [term('a', 0, 1, 5), term('b', 1, 0.5, 2)]
  expect(passageTimes({ ...block, terms }, { start: 0, end: 2 })).toEqual({ start_time: 0.5, end_time: 5 })
})
