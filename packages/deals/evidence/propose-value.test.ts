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

it('rules read a short conversation', () =>
  expect(proposeValue(ja.budget, JA, [{ id: 'a', speaker: null, text: '予算は350万円です。' }], ON)?.value).toBe(
    '3500000',
  ))
