import { expect, it } from 'vitest'
import { readReturn } from './ConfirmedPage.tsx'

it.each<[string, ReturnType<typeof readReturn>]>([
  ['back_url=%2Fmypage%2Fpayment%3Fpage%3D2', { to: '/mypage/payment?page=2', isApp: false }],
  ['back_url=%2Fmypage%2Fpayment&is_app=0', { to: '/mypage/payment', isApp: false }],
  ['', null],
  ['back_url=https%3A%2F%2Fevil.example%2F', null],
  ['back_url=%2F%2Fevil.example', null],
  ['back_url=%2F%5Cevil.example', null],
  ['back_url=javascript%3Aalert(1)', null],
])('BILL-70 the address %j leads back to %o', (query, expected) => {
  expect(readReturn(new URLSearchParams(query))).toEqual(expected)
})

it('BILL-70 with is_app the button opens the app at the page', () => {
  const back = readReturn(new URLSearchParams({ back_url: '/mypage/payment', is_app: '1' }))
  expect(back?.isApp).toBe(true)
  const url = new URL(back?.to ?? '', 'https://kaiwa.example')
  expect([url.pathname, url.searchParams.get('t'), atob(url.searchParams.get('p') ?? '')]).toEqual([
    '/application',
    'navigate',
    '/mypage/payment',
  ])
})
