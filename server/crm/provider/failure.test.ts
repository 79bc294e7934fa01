import { describe, expect, it } from 'vitest'
import { type Answer, failureOfAnswer } from './failure.ts'

function failure(status: number, body: unknown, headers: Answer['headers'] = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const { kind, retryAfter, refused } = failureOfAnswer({ status, headers, text })
  return { kind, retryAfter, refused }
}

const HTML = '<!doctype html><html><body>Bad Gateway</body></html>'

describe('answers of HubSpot that are not a success', () => {
  it.each([
    [
      401,
      { status: 'error', category: 'EXPIRED_AUTHENTICATION', message: 'The OAuth token … expired 5 second(s) ago.' },
      'unauthorized',
    ],
    [
      401,
      { status: 'error', category: 'INVALID_AUTHENTICATION', message: 'Authentication credentials not found.' },
      'unauthorized',
    ],
    [
      403,
      { status: 'error', category: 'MISSING_SCOPES', message: 'This app has not been granted all required scopes' },
      'forbidden',
    ],
    [403, { status: 'error', category: 'FORBIDDEN', message: 'This deal is protected.' }, 'denied'],
    [403, { message: 'no category' }, 'denied'],
    [403, { category: ['MISSING_SCOPES'] }, 'denied'],
    [403, HTML, 'unavailable'],
    [403, '', 'unavailable'],
    [401, HTML, 'unavailable'],
    [404, HTML, 'unavailable'],
    [400, HTML, 'unavailable'],
    [404, { status: 'error', category: 'OBJECT_NOT_FOUND', message: 'Object not found.' }, 'missing'],
    [400, { status: 'error', category: 'VALIDATION_ERROR', message: 'Invalid input JSON' }, 'invalid'],
    [409, { status: 'error', category: 'CONFLICT', message: 'dealname already exists' }, 'invalid'],
    [500, { status: 'error', message: 'internal error' }, 'unavailable'],
    [502, HTML, 'unavailable'],
    [503, '', 'unavailable'],
    [504, HTML, 'unavailable'],
    [521, HTML, 'unavailable'],
    [200, HTML, 'unavailable'],
    [414, HTML, 'unavailable'],
  ])('%i %j is %s', (status, body, kind) => {
    expect(failure(status, body).kind).toBe(kind)
  })

  it.each([
    ['seconds of Retry-After', 429, {}, { 'retry-after': '7' }, 7],
    ['a date of Retry-After', 429, {}, { 'retry-after': new Date(Date.now() + 30_500).toUTCString() }, 30],
    ['search, which sends no headers', 429, { policyName: 'SECONDLY' }, {}, 1],
    ['the limit of ten seconds', 429, { policyName: 'TEN_SECONDLY_ROLLING' }, {}, 10],
    ['the daily limit', 429, { policyName: 'DAILY' }, {}, 3_600],
    ['a policy in the message only', 429, { message: 'You have reached your secondly limit.' }, {}, 1],
    [
      'the headers of the window',
      429,
      {},
      { 'x-hubspot-ratelimit-remaining': '0', 'x-hubspot-ratelimit-interval-milliseconds': '5000' },
      5,
    ],
    ['nothing named', 429, 'too many', {}, 10],
    ['a wrong Retry-After', 429, { policyName: 'SECONDLY' }, { 'retry-after': 'soon' }, 1],
    ['a Retry-After of a year', 429, {}, { 'retry-after': '31536000' }, 86_400],
    ['a locked object', 423, {}, {}, 2],
    ['a policy that is named like a part of every object', 429, { policyName: 'constructor' }, {}, 10],
    ['a portal that is being moved', 477, {}, { 'retry-after': '120' }, 120],
    ['a portal that is being moved, without a time', 477, {}, {}, 60],
  ])('waits for %s', (_name, status, body, headers, seconds) => {
    const given = failure(status, body, headers)
    expect(given.kind).toBe('wait')
    // A date has whole seconds, and time passes during the test.
    expect(Math.abs((given.retryAfter ?? 0) - seconds)).toBeLessThanOrEqual(1)
  })

  it('names refused properties from the list in the message', () => {
    const list = [
      {
        isValid: false,
        name: 'kyougou',
        error: 'INVALID_OPTION',
        message: 'x was not one of the allowed options: [a, b]',
      },
      { isValid: false, name: 'yosan', error: 'INVALID_DOUBLE', message: 'たくさん was not a valid number.' },
    ]
    expect(failure(400, { message: `Property values were not valid: ${JSON.stringify(list)}` }).refused).toEqual({
      kyougou: 'x was not one of the allowed options: [a, b]',
      yosan: 'たくさん was not a valid number.',
    })
  })

  it('names properties that are named like parts of every object', () => {
    const list = '[{"name":"__proto__","message":"list"},{"name":"toString","message":"list"}]'
    const errors = [{ message: 'context', context: { propertyName: ['constructor', '__proto__', 'valueOf'] } }]
    const { refused } = failure(400, { message: `not valid: ${list}`, errors })
    expect(Object.entries(refused).toSorted()).toEqual([
      ['__proto__', 'list'],
      ['constructor', 'context'],
      ['toString', 'list'],
      ['valueOf', 'context'],
    ])
  })

  it('keeps the beginning of long texts, and some of many properties', () => {
    const errors = Array.from({ length: 2_000 }, (_, index) => ({
      message: 'x'.repeat(10_000),
      context: { propertyName: [`p${index}`] },
    }))
    const { refused } = failure(400, { message: 'x'.repeat(100_000), errors })
    expect(Object.keys(refused)).toHaveLength(500)
    expect(refused['p0']).toHaveLength(500)
    const answer = {
      status: 500,
      headers: {},
      text: JSON.stringify({ message: 'x'.repeat(9_000), category: 'c'.repeat(9_000) }),
    }
    expect(failureOfAnswer(answer).message.length).toBeLessThan(1_000)
  })

  it('names refused properties from the context of errors', () => {
    const errors = [
      { message: 'Property "old" does not exist', code: 'PROPERTY_DOESNT_EXIST', context: { propertyName: ['old'] } },
    ]
    expect(failure(400, { message: 'Property values were not valid', errors }).refused).toEqual({
      old: 'Property "old" does not exist',
    })
  })

  it.each([
    ['a cut list', { message: 'Property values were not valid: [{"name":"a","mess' }],
    ['errors of another form', { message: 1, errors: 'many', category: [] }],
    ['null', null],
    ['a number', 5],
  ])('reads %s as a refusal without names', (_name, body) => {
    expect(failure(400, body)).toEqual({ kind: 'invalid', retryAfter: null, refused: {} })
  })

  it('does not keep a page of HTML in the message', () => {
    expect(failureOfAnswer({ status: 502, headers: {}, text: HTML }).message).toBe('HubSpot answered 502: ')
  })
})
