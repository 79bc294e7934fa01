import { describe, expect, it } from 'vitest'
import { orderAfterClick, readListParameters, sortDirection, writeListParameters } from './list-parameters.ts'

const usual = { page: 1, order_by: '-last_updated_at' }

describe('WS-21 list parameters of a URL', () => {
  it.each([
    ['', usual],
    ['page=3', { ...usual, page: 3 }],
    ['page=0', usual],
    ['page=x', usual],
    ['page=1.5', usual],
    ['query=%E8%A6%8B%E7%A9%8D', { ...usual, query: '見積' }],
    ['query=%20', usual],
    ['order_by=name', { ...usual, order_by: 'name' }],
    ['order_by=-total_size&page=2', { page: 2, order_by: '-total_size' }],
    ['order_by=password', usual],
  ])('%s', (search, list) => {
    expect(readListParameters(new URLSearchParams(search))).toEqual(list)
  })
})

it.each([
  ['tab=1', { page: 1, order_by: '-last_updated_at' }, 'tab=1'],
  ['tab=1&page=4', { page: 1, order_by: 'name' }, 'tab=1&order_by=name'],
  ['query=a', { page: 2, order_by: '-last_updated_at' }, 'page=2'],
  ['', { query: 'a b', page: 2 }, 'query=a+b&page=2'],
] as const)('WS-21 %s with %o becomes %s', (search, list, written) => {
  expect(writeListParameters(new URLSearchParams(search), list).toString()).toBe(written)
})

it.each([
  ['-last_updated_at', 'name', 'name'],
  ['name', 'name', '-name'],
  ['-name', 'name', 'name'],
  ['-name', 'original_size', 'original_size'],
] as const)('WS-22 WS-23 sorted by %s, a click on %s sorts by %s', (current, column, next) => {
  expect(orderAfterClick(current, column)).toBe(next)
})

it.each([
  ['name', 'name', 'ascending'],
  ['-name', 'name', 'descending'],
  ['-name', 'original_size', 'none'],
  ['-total_size', 'original_size', 'descending'],
] as const)('WS-22 sorted by %s, the column %s is %s', (current, column, direction) => {
  expect(sortDirection(current, column)).toBe(direction)
})
