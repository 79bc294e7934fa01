// The way of a newcomer from registration to the first words of a transcript, with the keyboard only.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { onlyInFullRun } from './test/full-run.ts'
import { type Journey, type Locale, startJourney } from './test/journey.ts'

let journey: Journey
beforeAll(async () => {
  journey = await startJourney()
})
afterAll(() => journey.end())

const JAPANESE = {
  locale: 'ja',
  toRegister: '新規登録',
  names: ['姓 *', '名 *'],
  email: 'メールアドレス *',
  password: 'パスワード *',
  submit: 'アカウントを作成',
  toMails: '届いたメールを見る',
  subject: '【Kaiwa】メールアドレスの確認',
  confirm: 'メールアドレスを確認する',
  sample: 'サンプルを開く',
}
const ENGLISH: typeof JAPANESE = {
  locale: 'en',
  toRegister: 'Create an account',
  names: ['Last name *', 'First name *'],
  email: 'Email address *',
  password: 'Password *',
  submit: 'Create an account',
  toMails: 'Open the emails',
  subject: 'Kaiwa: confirm your email address',
  confirm: 'Confirm email address',
  sample: 'Open the sample',
}

/** The styles that show the focus: outline, shadow and border of an element, or of the box around a field. */
function look(element: Locator): Promise<string> {
  return element.evaluate((shown) =>
    [shown, shown.parentElement ?? shown]
      .map((box) => getComputedStyle(box))
      .map(({ outlineStyle, boxShadow, borderColor }) => [outlineStyle, boxShadow, borderColor].join(' '))
      .join(', '),
  )
}

/** Presses Tab until `target` has the focus, which must be visible. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  const before = await look(target)
  const hasFocus = () => target.evaluate((element) => element === element.ownerDocument.activeElement)
  for (let presses = 0; presses < 40 && !(await hasFocus()); presses += 1) await page.keyboard.press('Tab')
  expect(await hasFocus()).toBe(true)
  await expect.poll(() => look(target)).not.toBe(before)
}

describe.each([JAPANESE, ...onlyInFullRun(ENGLISH)])('in $locale', (texts) => {
  it('a newcomer registers, confirms the address, and reads the first words with the keyboard only', async () => {
    const visitor = await journey.visit({ locale: texts.locale as Locale })
    onTestFinished(() => visitor.leave())
    const { page, errors } = visitor
    const press = async (target: Locator) => {
      await target.waitFor()
      await tabTo(page, target)
      await page.keyboard.press('Enter')
    }
    await visitor.open('/')
    await press(page.getByRole('link', { name: texts.toRegister, exact: true }))
    const fields = [...texts.names, texts.email, texts.password].map((name) => page.getByLabel(name, { exact: true }))
    await fields[0]!.waitFor()
    for (const [index, text] of ['山本', '花子', `first-${texts.locale}@kaiwa.example`, 'Kaiwa-tegami1!'].entries()) {
      await tabTo(page, fields[index]!)
      await page.keyboard.type(text)
    }
    await page.keyboard.press('Enter')
    await press(page.getByRole('link', { name: texts.toMails }))
    await press(page.getByRole('link', { name: texts.subject }))
    // The button of the mail, in its frame.
    await press(page.frameLocator('iframe').getByRole('link', { name: texts.confirm }))
    await press(page.getByRole('dialog').getByRole('button', { name: texts.sample }))
    await page.waitForURL(/\/projects\/\d+\/files\/\d+$/)
    await page.getByRole('main').filter({ hasText: '本日はお忙しいところ' }).waitFor()
    expect(errors).toEqual([])
  })
})
