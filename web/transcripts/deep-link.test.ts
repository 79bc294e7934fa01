import { expect, it } from 'vitest'
import { linkPart, parseDeepLink } from './deep-link.ts'

function read(query: string) {
  return parseDeepLink(new URLSearchParams(query))
}

const nowhere = { time: null, block: null, search: '' }

it.each([
  ['t=12.5', { ...nowhere, time: 12.5 }],
  ['t=0', { ...nowhere, time: 0 }],
  ['t=', nowhere],
  ['t=-3', nowhere],
  ['t=soon', nowhere],
])('FILE-02 ?%s', (query, link) => expect(read(query)).toEqual(link))

it.each([
  ['block=ab-1', { uuid: 'ab-1', time: null, marker: 'block' }],
  ['block=42', { uuid: null, time: 42, marker: 'block' }],
  ['block=ab-1|42&marker=section', { uuid: 'ab-1', time: 42, marker: 'section' }],
  ['block=ab-1%7C42&marker=block', { uuid: 'ab-1', time: 42, marker: 'block' }],
  ['block=', null],
])('FILE-03 ?%s', (query, block) => expect(read(query)).toEqual({ ...nowhere, block }))

it('FILE-04 ?search', () => expect(read('search=%E8%A6%8B%E7%A9%8D')).toEqual({ ...nowhere, search: '見積' }))

it.each([
  ['t=5', 't=5'],
  ['tab=parse&view=talk&page=2', ''],
  ['tab=tags&block=a%7C3&marker=section&search=x', 'block=a%7C3&marker=section&search=x'],
])('a change of other parameters than those of %j is no new link', (query, expected) =>
  expect(linkPart(new URLSearchParams(query))).toBe(expected),
)
