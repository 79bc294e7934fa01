import { expect, it } from 'vitest'
import { fileAddress } from './file-address.ts'

it.each([
  [{}, '/projects/7/files/9'],
  [{ search: '見積' }, `/projects/7/files/9?search=${encodeURIComponent('見積')}`],
  [{ search: 'a b', block: 'u-1', seconds: 12.5 }, '/projects/7/files/9?search=a+b&block=u-1&t=12.5'],
  [{ seconds: 0 }, '/projects/7/files/9?t=0'],
])('WS-28 a link with %o', (hit, address) => {
  expect(fileAddress({ project_id: 7, id: 9 }, hit)).toBe(address)
})
