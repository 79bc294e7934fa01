import type { User } from '@kaiwa/contract/accounts.ts'
import { CHAT_MODELS } from '@kaiwa/contract/chat-models.ts'
import { expect, it } from 'vitest'
import { render } from '../../test/render.tsx'
import { AccountArea } from '../mypage/AccountArea.tsx'
import { ChatModelCard } from './ChatModelCard.tsx'
import { EmailCard } from './EmailCard.tsx'
import { InquiryCard } from './InquiryCard.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { PhotoCard } from './PhotoCard.tsx'

const user: User = {
  id: 1,
  name: '佐藤 太郎',
  email: 'sato@kaiwa.example',
  avatar: null,
  first_name: '太郎',
  last_name: '佐藤',
  company: null,
  is_visited: true,
  is_disabled: false,
  is_set_password: true,
  token: null,
  roles: [],
  settings: {
    is_tag_list_opened: false,
    is_chat_opened: false,
    is_section_opened: false,
    is_first_steps_closed: false,
    is_uncertain_marked: true,
    chat_width: 320,
    chat_model: 'openai_gpt35_turbo',
    locale: 'en',
    theme: 'auto',
  },
  workspaces: [],
  can: {
    view_members: false,
    keep_trash: false,
    connect_crm: false,
    pay: false,
    inquire: false,
    view_installation: false,
  },
}
const owner: User = {
  ...user,
  can: { view_members: true, keep_trash: true, connect_crm: true, pay: true, inquire: true, view_installation: true },
}
const texts = ['common', 'profile'] as const
const english = { locale: 'en', texts } as const

it('ACC-09 the inquiry shows to owners only', async () => {
  expect(await render(<InquiryCard user={owner} />, english)).toContain('Contact us')
  expect(await render(<InquiryCard user={owner} />, { locale: 'ja', texts })).toContain('お問い合わせ')
  expect(await render(<InquiryCard user={user} />, english)).not.toContain('Contact us')
})

it('ACC-08 every model of the AI chat can be selected, with its badges; the current one is checked', async () => {
  const markup = await render(<ChatModelCard user={user} />, english)
  const rows = markup.split('type="radio"').slice(1)
  expect(rows.map((row) => /value="(\w+)"/.exec(row)?.[1])).toEqual(Object.keys(CHAT_MODELS))
  expect(rows.filter((row) => /checked=""/.test(row))).toEqual([expect.stringContaining('GPT-3.5 Turbo')])
  expect(
    rows.filter((row) => row.includes('Advanced')).map((row) => row.includes('Sonnet') || row.includes('4o')),
  ).toEqual([true, true])
})

it('ACC-04 ACC-15 the photo has a hint, initials when not set, and a remove button when set', async () => {
  const without = await render(<PhotoCard user={user} />, english)
  expect(without).toContain('Recommended 300px x 300px ・ Under 10MB')
  expect(without).toContain('Choose a photo')
  expect(without).not.toContain('Remove photo')
  const withOne = await render(<PhotoCard user={{ ...user, avatar: '/avatars/people/1/a.jpg' }} />, english)
  expect(withOne).toContain('src="/avatars/people/1/a.jpg"')
  expect(withOne).toContain('Remove photo')
})

it('ACC-06 the address is shown with a button to change it', async () => {
  const markup = await render(<EmailCard user={user} />, english)
  expect(markup).toContain('sato@kaiwa.example')
  expect(markup).toContain('Change email address')
})

it.each([
  ['ja', 'パスワードは設定されていません。メールでお送りするリンクから設定できます。', '設定用のメールを送る'],
  ['en', 'You have not set a password. We can email you a link to set one.', 'Send setup email'],
] as const)(
  'ACC-18 ACC-07 a user without a password is offered an email, and no input: %s',
  async (locale, ...expected) => {
    const markup = await render(<PasswordCard user={{ ...user, is_set_password: false }} />, { locale, texts })
    for (const text of expected) expect(markup).toContain(text)
    expect(markup).not.toContain('<input')
  },
)

it.each([
  ['a member', user.can, ['Account']],
  ['a manager', { ...user.can, view_members: true }, ['Account', 'Member', 'Member list', 'Usage history']],
  [
    'an owner',
    { ...user.can, view_members: true, connect_crm: true, pay: true },
    ['Account', 'Member', 'Member list', 'Usage history', 'Cooperation', 'Payment'],
  ],
] as const)('ACC-03 the whole left menu of %s', async (_, can, expected) => {
  const markup = await render(<AccountArea title="Account">page</AccountArea>, {
    ...english,
    user: { ...user, can },
    path: '/mypage/profile',
  })
  const [menu = ''] = /<nav.*<\/nav>/s.exec(markup) ?? []
  expect([...menu.matchAll(/>([^<]+)</g)].map(([, text]) => text)).toEqual(expected)
})

it('ACC-03 the menu of the account area is on its left, with Account for every user', async () => {
  const markup = await render(<AccountArea title="Account">page</AccountArea>, {
    ...english,
    user,
    path: '/mypage/profile',
  })
  expect(markup).toMatch(/<nav[^>]*>.*aria-current="page"[^>]*href="\/mypage\/profile"[^>]*>Account<.*<\/nav>.*<main/)
})
