import { expect, it } from 'vitest'
import { nextOrder, readTalk, writeShown, writeTalk } from './talk-state.ts'

const DEFAULT = {
  speaker: null,
  sort: 'created',
  direction: 'desc',
  view: 'table',
  measure: 'seconds',
  page: 1,
} as const

it.each([
  ['', {}],
  [
    'speaker=7&sort=-pace&view=chart&figure=turns&page=3',
    { speaker: 7, sort: 'pace', view: 'chart', measure: 'turns', page: 3 },
  ],
  ['speaker=-1&sort=title', { speaker: -1, sort: 'title', direction: 'asc' }],
  ['speaker=0&sort=name&view=x&figure=created&page=-1', {}],
  ['speaker=99999999999&sort=&page=1.5', {}],
  ['speaker=', {}],
])('%j is %j', (text, state) => {
  expect(readTalk(new URLSearchParams(text))).toEqual({ ...DEFAULT, ...state })
})

it.each([
  ['tab=3&report=talk', { speaker: -1 }, 'tab=3&report=talk&speaker=-1'],
  ['tab=3&speaker=7&page=4', { speaker: null }, 'tab=3'],
  ['tab=3&page=4', { sort: 'pace', direction: 'asc' }, 'tab=3&sort=pace'],
  ['tab=3&page=4&sort=pace', { sort: 'created', direction: 'desc' }, 'tab=3'],
  ['tab=3&page=4', { view: 'chart' }, 'tab=3&page=4&view=chart'],
  ['tab=3&view=chart', { measure: 'pace' }, 'tab=3&view=chart&figure=pace'],
  ['tab=3&speaker=7', { page: 2 }, 'tab=3&speaker=7&page=2'],
] as const)('from %s with %j: %s', (from, change, to) => {
  expect(writeTalk(new URLSearchParams(from), change).toString()).toBe(to)
})

it.each([
  ['tab=3&page=4&emotion=positive', 'talk', 'tab=3&emotion=positive&report=talk'],
  ['tab=3&report=talk&page=4&speaker=7', 'totals', 'tab=3&speaker=7'],
] as const)('from %s to %s: %s', (from, shown, to) => {
  expect(writeShown(new URLSearchParams(from), shown).toString()).toBe(to)
})

it('a click on the ordered column reverses the direction', () => {
  const state = { ...DEFAULT, sort: 'pace', direction: 'desc' } as const
  expect(nextOrder(state, 'pace')).toEqual({ sort: 'pace', direction: 'asc' })
  expect(nextOrder(state, 'title')).toEqual({ sort: 'title', direction: 'asc' })
  expect(nextOrder(state, 'turns')).toEqual({ sort: 'turns', direction: 'desc' })
})
