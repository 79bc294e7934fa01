import { expect, it } from 'vitest'
import { appLink, readCallbackParameters } from './callback-parameters.ts'

it.each([
  [
    'code=a%2Fb&state=s&iss=https%3A%2F%2Fid.example&scope=openid',
    { code: 'a/b', state: 's', iss: 'https://id.example' },
  ],
  ['code=a', { code: 'a' }],
  ['error=access_denied&state=s', null],
  ['error=access_denied&code=a', null],
  ['code=', null],
  ['', null],
])('%s is %o', (query, parameters) => {
  expect(readCallbackParameters(new URLSearchParams(query))).toEqual(parameters)
})

it('APP-02 the link of the desktop app contains the code', () => {
  expect(appLink({ code: 'a/b&c', state: 's' })).toBe('kaiwa://login/google?code=a%2Fb%26c&state=s')
})
