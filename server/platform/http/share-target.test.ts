import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp({ domains: [] })
})
afterAll(() => test.close())

it.each([
  ['the system', { 'sec-fetch-site': 'none', origin: 'null' }],
  ['a page of another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
])('leads files from %s that no service worker took to the page that says what to do', async (_sender, headers) => {
  const response = await test.http.inject({
    method: 'POST',
    url: '/share-target',
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
    payload: '--x\r\ncontent-disposition: form-data; name="files"; filename="a.wav"\r\n\r\nRIFF\r\n--x--\r\n',
  })
  expect([response.statusCode, response.headers.location]).toEqual([303, '/shared?problem=worker'])
  expect(response.headers['set-cookie']).toBeUndefined()
})
