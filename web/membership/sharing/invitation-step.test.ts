import { describe, expect, it } from 'vitest'
import { destinationAfterLogin, emailOfRedirect, invitationOfRedirect } from '../../accounts/redirect.ts'
import { invitationStep, joinedItemUrl } from './invitation-step.ts'

const here = { pathname: '/verify/join-project', token: 'a-token' }
const invited = { has_account: true, to_email: 'Hana+1@kaiwa.example' }

describe('the link of an invitation', () => {
  it('SHARE-29 without an account leads to registration with the email', () => {
    const step = invitationStep({ ...invited, has_account: false }, null, here)
    expect(step).toMatchObject({ kind: 'register', to: expect.stringMatching(/^\/register\?redirect=/) })
    const redirect = new URL(`http://x${'to' in step ? step.to : ''}`).searchParams.get('redirect')
    expect(emailOfRedirect(redirect)).toBe('Hana+1@kaiwa.example')
    expect(invitationOfRedirect(redirect)).toBe('a-token')
  })

  it('SHARE-30 with an account leads to sign-in, and back only for this address', () => {
    const step = invitationStep(invited, null, here)
    expect(step).toMatchObject({ kind: 'login', to: expect.stringMatching(/^\/login\?redirect=/) })
    const redirect = new URL(`http://x${'to' in step ? step.to : ''}`).searchParams.get('redirect')
    expect(destinationAfterLogin(redirect, 'hana+1@kaiwa.example')).toMatch(/^\/verify\/join-project\?token=a-token/)
    expect(destinationAfterLogin(redirect, 'other@kaiwa.example')).toBe('/projects')
  })

  it('SHARE-31 signed in with another address leads to the project list', () => {
    expect(invitationStep(invited, 'other@kaiwa.example', here)).toEqual({ kind: 'home', to: '/projects' })
  })

  it('SHARE-32 otherwise it is accepted, ignoring the case of the address', () => {
    expect(invitationStep(invited, 'hana+1@KAIWA.example', here)).toEqual({ kind: 'accept' })
  })

  it.each([
    ['SHARE-33 a project opens its page', { is_project: true, resource_id: 7, parent_id: 3 }, '/projects/7'],
    ['SHARE-34 a file opens in its folder', { is_project: false, resource_id: 9, parent_id: 3 }, '/projects/3/files/9'],
  ])('%s', (_, item, page) => expect(joinedItemUrl({ name: 'x', ...item })).toBe(page))
})

it.each([
  [null, null],
  ['/projects/1?token=a', null],
  ['https://elsewhere.example/verify/join-project?token=a', null],
])('reads no invitation from %s', (redirect, token) => expect(invitationOfRedirect(redirect)).toBe(token))
