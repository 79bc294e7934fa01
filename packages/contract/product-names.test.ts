import { expect, it } from 'vitest'
import { comparableName, makeProductName, nameIn, productName } from './product-names.ts'

it.each([
  ['workspace', 'ワークスペース', 'Workspace'],
  ['speaker:1', '話者1', 'Speaker 1'],
  ['speaker:12', '話者12', 'Speaker 12'],
  ['tag-category', 'タグ', 'Tags'],
  ['sample-folder', 'サンプル', 'Samples'],
  ['sample-call', '商談サンプル', 'Sample sales call'],
  ['recordings', '録音', 'Recordings'],
  ['recordings-of:Aoi $& Sato: QA', '録音（Aoi $& Sato: QA）', 'Recordings (Aoi $& Sato: QA)'],
  ['of-a-newer-program', null, null],
  ['constructor', null, null],
])('the key %s is named %s and %s', (key, ja, en) => {
  expect([productName(key, 'ja'), productName(key, 'en')]).toEqual([ja, en])
})

it.each([
  ['Keynote', null, 'Keynote'],
  ['話者3', null, '話者3'],
  ['話者3', 'speaker:3', 'Speaker 3'],
  ['話者3', 'of-a-newer-program', '話者3'],
])('a row with the name %s and the key %s is shown as %s in English', (name, name_key, shown) => {
  expect(nameIn('en', { name, name_key })).toBe(shown)
})

it('a new row stores the Japanese name and its key', () => {
  expect(makeProductName('speaker:2')).toEqual({ name: '話者2', name_key: 'speaker:2' })
})

it.each([
  ['speaker', '話者3', 'speaker:3'],
  ['speaker', 'Speaker 3', 'speaker:3'],
  ['speaker', 'Speaker 03', 'Speaker 03'],
  ['speaker', 'Speaker', 'Speaker'],
  ['speaker', '話者A', '話者A'],
  ['speaker', 'Workspace', 'Workspace'],
  ['tag-category', 'タグ', 'tag-category'],
  ['tag-category', 'Tags', 'tag-category'],
  ['tag-category', 'Tag', 'Tag'],
] as const)('as %s, the name %s is compared as %s', (kind, name, compared) => {
  expect(comparableName(kind, name)).toBe(compared)
})
