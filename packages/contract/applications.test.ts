import { describe, expect, it } from 'vitest'
import { subscriptionRequest } from './applications.ts'

const valid = {
  plan_id: 2,
  payment_type: 'monthly',
  company_name: '株式会社北星製作所',
  department_name: '営業部',
  contact_last_name: '佐藤',
  contact_first_name: '葵',
  contact_email: 'aoi@hokusei.example',
  contact_phone: '0312345678',
  postal_code: '100-0001',
  prefecture: '東京都',
  city: '千代田区',
  address_1: '千代田1-1',
  address_2: '北星ビル3階',
  term: true,
  policy: true,
}

/** The value of a field after validation; undefined if the request is refused, with the fields that refuse it. */
function read(field: string, value: unknown) {
  const { data, error } = subscriptionRequest.safeParse({ ...valid, [field]: value })
  return data
    ? [(data as Record<string, unknown>)[field]]
    : [undefined, ...new Set(error?.issues.map(({ path }) => path.join('.')))]
}

it('APPLY-06 accepts a request with all fields', () => {
  expect(subscriptionRequest.parse(valid)).toEqual(valid)
})

describe('APPLY-07 required fields', () => {
  it.each([
    'plan_id',
    'payment_type',
    'company_name',
    'contact_last_name',
    'contact_first_name',
    'contact_email',
    'contact_phone',
    'postal_code',
    'prefecture',
    'city',
    'address_1',
    'term',
    'policy',
  ])('%s', (field) => {
    const { [field as keyof typeof valid]: _left, ...rest } = valid
    const issues = subscriptionRequest.safeParse(rest).error?.issues.map(({ path }) => path.join('.'))
    expect(issues).toEqual([field])
    expect(read(field, null)).toEqual([undefined, field])
    expect(read(field, '')).toEqual([undefined, field])
  })

  it.each(['term', 'policy'])('%s must be true', (field) => {
    expect(read(field, false)).toEqual([undefined, field])
    expect(read(field, 'true')).toEqual([undefined, field])
  })

  it.each([
    ['contact_email', 'aoi'],
    ['contact_email', 'aoi@hokusei'],
    ['payment_type', 'cash'],
    ['plan_id', 0],
    ['plan_id', 1.5],
    ['plan_id', '2'],
    ['plan_id', 2 ** 31],
    ['prefecture', '東京'],
    ['prefecture', 'Tokyo'],
    ['company_name', '　'],
    ['company_name', 'ㅤ'],
    ['company_name', 'あ'.repeat(101)],
    ['company_name', '株式会社\u202e北星'],
    ['contact_last_name', '佐\n藤'],
    ['city', '千代田区\u0000'],
    ['address_1', 'x'.repeat(101)],
    ['department_name', 'x'.repeat(101)],
    ['department_name', '営業\u202e部'],
    ['address_2', 3],
  ])('refuses %s %j', (field, value) => {
    expect(read(field, value)).toEqual([undefined, field])
  })
})

describe('APPLY-08 department and building are optional', () => {
  it.each(['department_name', 'address_2'])('%s', (field) => {
    const { [field as keyof typeof valid]: _left, ...rest } = valid
    expect(subscriptionRequest.parse(rest)).toMatchObject({ [field]: null })
    for (const blank of [null, '', ' ', '　']) expect(read(field, blank)).toEqual([null])
    expect(read(field, ' 総務部 ')).toEqual(['総務部'])
  })
})

describe('APPLY-09 a phone number has at most 11 digits and no hyphen', () => {
  it.each([
    ['0312345678', '0312345678'],
    ['09012345678', '09012345678'],
    ['０９０１２３４５６７８', '09012345678'],
    [' 090 1234　5678 ', '09012345678'],
    ['090123456789', undefined],
    ['03-1234-5678', undefined],
    ['０３－１２３４－５６７８', undefined],
    ['03ー1234ー5678', undefined],
    ['+81312345678', undefined],
    ['(03)12345678', undefined],
    ['031234567', undefined],
    ['phone', undefined],
    ['0'.repeat(10_000), undefined],
  ])('%j → %j', (typed, stored) => {
    expect(read('contact_phone', typed)[0]).toBe(stored)
  })
})

describe('a postal code', () => {
  it.each([
    ['100-0001', '100-0001'],
    ['1000001', '100-0001'],
    ['１００－０００１', '100-0001'],
    ['１００ー０００１', '100-0001'],
    ['〒100−0001', '100-0001'],
    [' 100 0001 ', '100-0001'],
    ['100-001', undefined],
    ['10-00001', undefined],
    ['100-00011', undefined],
    ['100--0001', undefined],
    ['100-000a', undefined],
    ['-1000001', undefined],
  ])('%j → %j', (typed, stored) => {
    expect(read('postal_code', typed)[0]).toBe(stored)
  })
})
