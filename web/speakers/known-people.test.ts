import { expect, it } from 'vitest'
import { knownPeople, personNamed } from './known-people.ts'

function speaker(id: number, name: string) {
  return { id, name, avatar: null }
}

const sources = {
  inFile: [speaker(1, '話者1'), speaker(2, '佐藤 花子')],
  others: [speaker(2, '佐藤 花子'), speaker(3, '田中 太郎'), speaker(4, 'Speaker 2'), speaker(5, '佐藤花子')],
  members: [
    { name: '田中　太郎', avatar: '/photo' },
    { name: 'Anna Schmidt', avatar: '/anna' },
  ],
}

it.each([
  ['', ['佐藤 花子 2', '田中 太郎 3', 'Anna Schmidt null']],
  ['田', ['田中 太郎 3']],
  ['ANNA', ['Anna Schmidt null']],
  [' 佐藤花 ', ['佐藤 花子 2']],
  ['話者', []],
  ['鈴木', []],
])('for %j', (typed, expected) => {
  expect(knownPeople(sources, typed).map(({ name, speakerId }) => `${name} ${speakerId}`)).toEqual(expected)
})

it('suggests six people at most', () => {
  const many = Array.from({ length: 20 }, (_, index) => speaker(index + 1, `田中 ${'一'.repeat(index + 1)}`))
  expect(knownPeople({ inFile: [], others: many, members: [] }, '')).toHaveLength(6)
})

it.each([
  ['田中太郎', 3],
  ['ａｎｎａ schmidt', null],
  ['田中', undefined],
])('the person named %j', (typed, speakerId) => {
  expect(personNamed(sources, typed)?.speakerId).toBe(speakerId)
})

it('finds a person behind many whose name contains theirs', () => {
  const many = Array.from({ length: 20 }, (_, index) => speaker(index + 1, `田中 ${'一'.repeat(index + 1)}`))
  expect(personNamed({ inFile: [], others: [...many, speaker(30, '田中')], members: [] }, '田中')?.speakerId).toBe(30)
})
