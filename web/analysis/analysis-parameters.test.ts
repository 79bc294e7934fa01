import { expect, it } from 'vitest'
import { type AnalysisChange, readAnalysis, writeAnalysis, writeView } from './analysis-parameters.ts'

function read(query: string) {
  const { view, page, emotion, speaker, emotionOrder, keywordOrder, types } = readAnalysis(new URLSearchParams(query))
  return [view, page, emotion, speaker, emotionOrder, keywordOrder, [...types].join('')].join(' ')
}

it.each([
  ['', 'cloud 1 all 0 time score 137'],
  ['view=emotions&emotion=negative&speaker=4&sort=-emotion&page=3', 'emotions 3 negative 4 -emotion score 137'],
  ['view=keywords&types=37&sort=count', 'keywords 1 all 0 time count 37'],
  ['types=', 'cloud 1 all 0 time score '],
  ['view=secret&page=-1&emotion=angry&speaker=x&sort=name&types=5', 'cloud 1 all 0 time score '],
])('reads %j', (query, expected) => expect(read(query)).toBe(expected))

it.each<[string, AnalysisChange, string]>([
  ['tab=parse&view=emotions', { emotion: 'positive' }, 'tab=parse&view=emotions&emotion=positive'],
  ['tab=parse&page=4', { speaker: 7 }, 'tab=parse&speaker=7'],
  ['tab=parse&speaker=7', { speaker: 0 }, 'tab=parse'],
  ['tab=parse', { page: 2 }, 'tab=parse&page=2'],
  ['tab=parse&page=2', { page: 1 }, 'tab=parse'],
  ['sort=-time', { sort: 'time' }, ''],
  ['sort=word', { sort: 'score' }, ''],
  ['', { sort: '-emotion' }, 'sort=-emotion'],
  ['', { types: new Set([7, 3] as const) }, 'types=37'],
  ['types=3', { types: new Set([1, 3, 7] as const) }, ''],
  ['', { types: new Set<3>() }, 'types='],
])('%j with %j becomes %j', (query, change, expected) =>
  expect(writeAnalysis(new URLSearchParams(query), change).toString()).toBe(expected),
)

it('a side tab drops the filters of the tab before', () => {
  const query = new URLSearchParams('search=a&tab=parse&view=emotions&emotion=positive&speaker=1&sort=-time&page=2')
  expect(writeView(query, 'keywords').toString()).toBe('search=a&tab=parse&view=keywords')
  expect(writeView(query, 'cloud').toString()).toBe('search=a&tab=parse')
})
