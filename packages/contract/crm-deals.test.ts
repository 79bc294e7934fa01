import { expect, it } from 'vitest'
import { getCrmDeal } from './crm-deals.ts'

it.each([
  ['1', true],
  ['21480160001', true],
  ['9223372036854775807', true],
  ['9223372036854775808', false],
  ['9'.repeat(19), false],
  ['1'.repeat(20), false],
  ['', false],
  ['-1', false],
  ['1a', false],
  ['１', false],
])('the id of a deal %j is a number of 64 bits: %j', (dealId, isValid) => {
  expect(getCrmDeal.params?.safeParse({ dealId }).success).toBe(isValid)
})
