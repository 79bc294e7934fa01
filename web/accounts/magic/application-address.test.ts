import { expect, it } from 'vitest'
import { applicationAddress, pathForApplication, pathForBrowser } from './application-address.ts'

function read(address: string) {
  return pathForApplication(new URL(address, 'https://kaiwa.example').searchParams)
}

it.each(['/verify/login-magic?token=a_b-c&email=h%40kaiwa.example&is_app=1', '/projects/1?name=会話'])(
  'AUTH-30 passes %s to the application',
  (path) => {
    const url = new URL(path, 'https://kaiwa.example')
    expect(read(applicationAddress(path))).toBe(url.pathname + url.search)
  },
)

it.each([
  ['another site', `/application?t=navigate&p=${btoa('https://evil.example/')}`],
  ['another site in a URL without a scheme', `/application?t=navigate&p=${btoa('//evil.example/')}`],
  ['a script', `/application?t=navigate&p=${btoa('javascript:alert(1)')}`],
  ['invalid base64', '/application?t=navigate&p=%%%'],
  ['another purpose', `/application?t=record&p=${btoa('/projects')}`],
  ['nothing', '/application'],
])('AUTH-30 rejects %s', (_case, address) => {
  expect(read(address)).toBeNull()
})

it('continues in the browser without opening the app again', () => {
  expect(pathForBrowser('/verify/login-magic?token=t&is_app=1')).toBe('/verify/login-magic?token=t&is_app=0')
  expect(pathForBrowser('/verify/login-magic?is_app=1&token=t')).toBe('/verify/login-magic?is_app=0&token=t')
})
