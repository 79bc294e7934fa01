import type { PasswordWeakness } from '@kaiwa/contract/accounts.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../test/show.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import { newPasswordRule } from './rules.ts'
import { useForm } from './use-form.ts'

function Page({ weakness = null }: { weakness?: PasswordWeakness | 'none' | null }) {
  const form = useForm(
    { password: { initial: '', rule: newPasswordRule, label: 'パスワード' } },
    async () => undefined,
    () => undefined,
  )
  return (
    <>
      <label>
        姓<input />
      </label>
      <NewPasswordField {...form.field('password')} weakness={weakness} />
      <button type="button">次へ</button>
    </>
  )
}

async function open(weakness?: PasswordWeakness | 'none') {
  const screen = await show(weakness ? <Page weakness={weakness} /> : <Page />)
  const list = screen.getByRole('list', { name: 'パスワードの条件' })
  return { screen, list, field: screen.getByLabelText('パスワード', { exact: false }).first() }
}

beforeEach(() => page.viewport(1280, 900))

const MET = '満たしています'
const UNMET = '満たしていません'

describe('the field for a new password', () => {
  it.each([
    ['a', [UNMET, UNMET, UNMET]],
    ['aB', [MET, UNMET, UNMET]],
    ['aB!', [MET, MET, UNMET]],
    ['aB!45678', [MET, MET, MET]],
    ['!!!!!!!!', [UNMET, MET, MET]],
  ])('shows for %s which rules are met', async (password, expected) => {
    const { list, field } = await open()
    await field.click()
    await userEvent.keyboard(password)
    const rules = ['英大文字と英小文字を含む', '記号を含む', '8文字以上', 'よく使われるパスワードではない']
    await expect
      .poll(() => [...list.element().querySelectorAll('li')].map((rule) => rule.textContent))
      .toEqual(rules.map((rule, at) => rule + (expected[at] ?? UNMET)))
  })

  it.each([
    ['none', 'よく使われるパスワードではない', MET],
    ['common', 'よく使われるパスワードではない（このパスワードは多くの人が使っています）', UNMET],
    ['personal', 'お名前・メールアドレス・サービス名のほかに、文字を3文字以上含む', UNMET],
  ] as const)('shows whether the password is easy to guess: %s', async (weakness, text, state) => {
    const { list, field } = await open(weakness)
    await field.click()
    await expect.poll(() => list.element().querySelector('li:last-child')?.textContent).toBe(text + state)
  })

  it('shows the rules while it has the focus only, and the problem afterwards', async () => {
    const { screen, list, field } = await open()
    await expect.element(list).not.toBeInTheDocument()
    await field.click()
    await expect.element(list).toBeVisible()
    await userEvent.keyboard('short')
    await userEvent.tab()
    await expect.element(screen.getByRole('button', { name: 'パスワードを表示' })).toHaveFocus()
    await userEvent.tab()
    await expect.element(screen.getByRole('button', { name: '次へ' })).toHaveFocus()
    await expect.element(list).not.toBeInTheDocument()
    await expect.element(field).toBeInvalid()
  })

  it('shows the rules below itself on a phone, where they cover nothing and stay', async () => {
    await page.viewport(390, 844)
    const { screen, list, field } = await open()
    await field.click()
    await userEvent.keyboard('aB!')
    await expect.element(list).toBeVisible()
    const below = field.element().getBoundingClientRect().bottom
    expect(list.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(below)
    const next = screen.getByRole('button', { name: '次へ' })
    expect(list.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(
      next.element().getBoundingClientRect().top,
    )
    await next.click()
    await expect.element(next).toHaveFocus()
    await expect.element(list).toBeVisible()
  })

  it.each([
    [1280, 390],
    [390, 1280],
  ])('keeps its focus and its visibility when the window changes from %d to %d px', async (before, after) => {
    await page.viewport(before, 844)
    const { screen, list } = await open()
    await screen.getByRole('button', { name: 'パスワードを表示' }).click()
    const field = screen.getByRole('textbox', { name: 'パスワード' })
    await field.fill('aB!')
    const element = field.element()
    await page.viewport(after, 844)
    await expect.element(list).toBeVisible()
    await expect.element(field).toHaveFocus()
    expect(field.element()).toBe(element)
  })

  it('names its rules to a screen reader as soon as it has the focus', async () => {
    const { field } = await open()
    await expect.element(field).toHaveAccessibleDescription('英大文字と英小文字を含む、記号を含む、8文字以上')
  })

  it('can be made readable, with a button that has a Japanese name', async () => {
    const { screen, field } = await open()
    await field.fill('aB!45678')
    const button = screen.getByRole('button', { name: 'パスワードを表示' })
    await expect.element(button).toHaveAttribute('aria-pressed', 'false')
    await button.click()
    await expect.element(button).toHaveAttribute('aria-pressed', 'true')
    await expect.element(screen.getByRole('textbox', { name: 'パスワード' })).toHaveValue('aB!45678')
    // The same with the keyboard.
    await screen.getByRole('textbox', { name: 'パスワード' }).click()
    await userEvent.tab()
    await expect.element(button).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(button).toHaveAttribute('aria-pressed', 'false')
  })
})
