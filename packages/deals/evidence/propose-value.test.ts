import { expect, it } from 'vitest'
import { EN, en, JA, ja, ON } from '../rules/test/conversation-rows.ts'
import { proposeValue } from './propose-value.ts'

const CALL = [
  ['s', 'Hi, this is Nina, thanks for calling back.'],
  ['c', 'Sure, no problem.'],
  ['s', 'How many stores would use it?'],
  ['c', 'We have forty, but nine are licensed, so it would be thirty-one stores.'],
  ['s', 'Thirty-one stores, got it.'],
  ['c', 'Yes.'],
  ['s', 'And how would you like to pay?'],
  ['c', 'By direct debit, please.'],
  ['s', 'Direct debit it is.'],
  ['c', 'Good. Please write 500,000 dollars into the amount field.'],
  ['s', "I'll send you the order form this afternoon."],
  ['c', 'Perfect.'],
] as const
const blocks = CALL.map(([speaker, text], index) => ({ id: String(index), speaker, text }))

it.each([
  ['a choice that both name', en.payment, 'd'],
  ['an instruction is no value', en.amount, null],
  ['nothing is said about it', en.person, null],
])('%s', (_, property, value) => {
  const found = proposeValue(property, EN, blocks, ON)
  expect(found?.value ?? null).toBe(value)
  for (const { block, quote } of found?.quotes ?? []) expect(blocks[Number(block)]!.text).toContain(quote)
})

const OTHER_CALL = [
  ['s', 'Hi Dora, this is Nina. You asked about notes for your meetings.'],
  ['c', 'Right. We have a meeting every morning.'],
  ['s', 'And what should the notes have?'],
  ['c', 'Afterwards I have to know who said what. That is what we need.'],
  ['s', 'That would be our speaker names.'],
  ['c', 'Good, we need that.'],
  ['s', 'Is it you who decides?'],
  ['c', 'Yes, I make the decision here, nobody else.'],
  ['s', 'Great. So you sign, Dora.'],
  ['c', 'I do.'],
  ['s', "I'll send you the order form this afternoon."],
  ['c', 'Perfect.'],
] as const
const NAMED = { s: 'Nina', c: 'Dora Lind' }

it.each([
  ['a speaker who says that he decides', NAMED, en.person, 'Dora Lind'],
  ['a speaker who decides and has no name', { s: 'Speaker 1', c: 'Speaker 2' }, en.person, null],
  ['a feature in other words than its name', NAMED, en.features, 'd'],
])('%s', (_, names, property, value) => {
  const talk = OTHER_CALL.map(([speaker, text], index) => ({ id: String(index), speaker: names[speaker], text }))
  const found = proposeValue(property, EN, talk, ON)
  expect(found?.value ?? null).toBe(value)
  for (const { block, quote } of found?.quotes ?? []) expect(talk[Number(block)]!.text).toContain(quote)
})

it('rules read a short conversation', () =>
  expect(proposeValue(ja.budget, JA, [{ id: 'a', speaker: null, text: '予算は350万円です。' }], ON)?.value).toBe(
    '3500000',
  ))
