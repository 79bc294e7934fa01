import { describe, expect, it } from 'vitest'
import { findTags, groupTags, isNewName, isTooLong, withAppliedFirst } from './tag-search.ts'

function named(...names: string[]) {
  return names.map((name, id) => ({
    id,
    name,
    tag_category_id: 1 + (id % 2),
    appearance: '#FD6F2C',
    display_order: id,
    can: { edit: true },
  }))
}

function category(id: number) {
  return { id, name: `分類${id}`, display_order: id, can: { edit: true } }
}

const tags = named('アンケート', '課題', 'Budget 2026', '予算')

describe('TAG-08 tag search', () => {
  it.each([
    ['', ['アンケート', '課題', 'Budget 2026', '予算']],
    ['  ', ['アンケート', '課題', 'Budget 2026', '予算']],
    ['ｱﾝｹｰﾄ', ['アンケート']],
    ['budget', ['Budget 2026']],
    ['２０２６', ['Budget 2026']],
    [' 課 ', ['課題']],
    ['無い', []],
  ])('%j finds %j', (query, names) => expect(findTags(tags, query).map(({ name }) => name)).toEqual(names))
})

it('TAG-14 the list has the categories in order, without empty ones', () => {
  const names = (query: string) =>
    groupTags([category(2), category(1), category(3)], tags, query).map((group) => [
      group.category.id,
      ...group.tags.map(({ name }) => name),
    ])
  expect(names('')).toEqual([
    [2, '課題', '予算'],
    [1, 'アンケート', 'Budget 2026'],
  ])
  expect(names('予')).toEqual([[2, '予算']])
})

it('TAG-16 tags of the selection are listed first, and only once', () => {
  const groups = withAppliedFirst(groupTags([category(1), category(2)], tags, ''), new Set([1, 2]))
  expect(groups.map((group) => [group.category?.id, ...group.tags.map(({ name }) => name)])).toEqual([
    [undefined, 'Budget 2026', '課題'],
    [1, 'アンケート'],
    [2, '予算'],
  ])
  expect(withAppliedFirst(groupTags([category(1)], tags, ''), new Set([1]))).toHaveLength(1)
})

describe('TAG-17 typed text creates a new tag', () => {
  it.each([
    ['', false],
    [' ', false],
    ['課題', false],
    ['ｱﾝｹｰﾄ', false],
    ['BUDGET 2026 ', false],
    ['アンケ', true],
    ['要望', true],
  ])('%j: %s', (typed, isNew) => expect(isNewName(tags, typed)).toBe(isNew))
})

it.each([
  ['あ'.repeat(100), false],
  ['😀'.repeat(100), false],
  [` ${'あ'.repeat(100)} `, false],
  ['あ'.repeat(101), true],
])('TAG-22 %s is too long: %s', (name, tooLong) => expect(isTooLong(name)).toBe(tooLong))
