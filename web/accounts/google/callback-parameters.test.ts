import { expect, it } from 'vitest'
import { appLink } from '../../platform/installed-app.ts'
import { pathOfAppLink } from '../../platform/own-path.ts'
import { callbackAddress, readCallbackParameters } from './callback-parameters.ts'

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

it('APP-02 the link of the companion app contains the code', () => {
  const path = callbackAddress({ code: 'a/b&c', state: 's' })
  expect(appLink(path)).toBe('web+kaiwa://login/google/callback?code=a%2Fb%26c&state=s')
  expect(pathOfAppLink(appLink(path))).toBe(path)
})
