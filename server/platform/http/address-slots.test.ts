import { expect, it } from 'vitest'
import { openSlots } from './address-slots.ts'

it('limits slots per network and in total, and reuses released slots', () => {
  const take = openSlots({ perAddress: 2, total: 3 })
  const first = take('10.0.0.1')
  expect([first, take('10.0.0.1'), take('10.0.0.1')].map(Boolean)).toEqual([true, true, false])
  expect(take('2001:db8::1')).not.toBeNull()
  expect(take('10.0.0.2')).toBeNull()
  first?.()
  first?.()
  expect([take('10.0.0.2'), take('10.0.0.3')].map(Boolean)).toEqual([true, false])
})

it('counts the addresses of one IPv6 network together', () => {
  const take = openSlots({ perAddress: 1, total: 9 })
  expect([take('2001:db8:5:6::1'), take('2001:db8:5:6::2'), take('2001:db8:5:7::1')].map(Boolean)).toEqual([
    true,
    false,
    true,
  ])
})
