import { expect, it } from 'vitest'
import { fullName, presentPerson } from './person.ts'

it.each([
  ['太郎', '山田', '山田 太郎'],
  ['たろう', 'ヤマダ', 'ヤマダ たろう'],
  ['Taro', 'Yamada', 'Taro Yamada'],
  ['Anna', '田中', '田中 Anna'],
  ['Madonna', '', 'Madonna'],
  ['花子', '', '花子'],
  ['민준', '김', '김 민준'],
])('%s of the family %s is called %s', (first_name, last_name, name) => {
  expect(fullName({ first_name, last_name })).toBe(name)
})

it('presents a missing person as null', () => {
  expect(presentPerson(null)).toBeNull()
})
