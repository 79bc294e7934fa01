import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())

function read(file: string) {
  return test.http.inject({ url: `/postal-codes/${file}` })
}

it('APPLY-13 serves the postal codes of three digits, to be looked up in the browser', async () => {
  const { statusCode, headers, body } = await read('100.json')
  expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'application/json; charset=utf-8',
    'public, max-age=604800',
  ])
  const codes = JSON.parse(body) as Record<string, unknown>
  expect(codes['0001']).toEqual([['東京都', '千代田区', '千代田']])
  expect(codes['9999']).toBeUndefined()
  expect(Object.keys(codes).every((rest) => /^\d{4}$/.test(rest))).toBe(true)
})

it('lists all places of a code that has several', async () => {
  const codes = JSON.parse((await read('498.json')).body) as Record<string, unknown>
  expect(codes['0000']).toEqual([
    ['愛知県', '弥富市', ''],
    ['三重県', '桑名郡木曽岬町', ''],
  ])
})

it('answers an empty list for digits without a code', async () => {
  const { statusCode, body } = await read('000.json')
  expect([statusCode, JSON.parse(body)]).toEqual([200, {}])
})

it.each(['1000001.json', '10.json', '1.5.json', '１００.json', 'abc.json', '100', '..%2f100.json'])(
  'does not find %s',
  async (file) => {
    expect((await read(file)).statusCode).toBe(404)
  },
)
