import { beforeEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { compose, confirmConversion, pressInConversion, show } from '../test/show.tsx'
import { NameDialog } from './NameDialog.tsx'
import { Toasts } from './Toasts.tsx'

const submit = vi.fn<(name: string) => Promise<unknown>>()
const close = vi.fn<() => void>()
beforeEach(() => {
  submit.mockReset().mockResolvedValue(null)
  close.mockReset()
})

async function open(initial?: string) {
  const name = initial === undefined ? {} : { initial }
  const screen = await show(
    <>
      <Toasts />
      <NameDialog
        opened
        title="フォルダを作成"
        label="フォルダ名"
        submitLabel="作成"
        onSubmit={submit}
        onClose={close}
        {...name}
      />
    </>,
  )
  const field = screen.getByRole('textbox', { name: 'フォルダ名' })
  await expect.element(field).toHaveFocus()
  return { screen, field, button: screen.getByRole('button', { name: '作成' }) }
}

describe('the dialog for a name', () => {
  it('starts in the field and submits the trimmed name with Enter', async () => {
    const { button } = await open()
    await expect.element(button).toBeDisabled()
    await userEvent.keyboard(' 商談 {Enter}')
    await expect.poll(() => submit.mock.calls).toEqual([['商談']])
    await expect.poll(() => close.mock.calls.length).toBe(1)
  })

  it('does not submit with the Enter that ends a conversion', async () => {
    const { field } = await open()
    await compose('しょうだん')
    await pressInConversion('Enter')
    expect(submit).not.toHaveBeenCalled()
    await confirmConversion('商談')
    await expect.element(field).toHaveValue('商談')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => submit.mock.calls).toEqual([['商談']])
  })

  it.each([
    ['   ', 'フォルダ名を入力してください'],
    ['あ'.repeat(101), '100文字以内で入力してください'],
  ])('refuses a name that is empty or too long', async (name, problem) => {
    const { screen, field, button } = await open('商談')
    await field.fill(name)
    await userEvent.tab()
    await expect.element(screen.getByText(problem)).toBeVisible()
    await expect.element(button).toBeDisabled()
    await field.fill('あ'.repeat(100))
    await expect.element(screen.getByText(problem)).not.toBeInTheDocument()
    await expect.element(button).toBeEnabled()
  })

  it('keeps the name and stays open when the request fails', async () => {
    submit.mockRejectedValue(new TypeError('Failed to fetch'))
    const { screen, field, button } = await open('商談')
    await button.click()
    await expect.element(screen.getByRole('alert')).toBeVisible()
    await expect.element(field).toHaveValue('商談')
    await expect.element(button).toBeEnabled()
    expect(close).not.toHaveBeenCalled()
  })

  it('submits once, however often Enter is pressed during the request', async () => {
    let answer = (): void => undefined
    submit.mockReturnValue(new Promise<void>((resolve) => (answer = resolve)))
    await open('商談')
    await userEvent.keyboard('{Enter}{Enter}{Enter}')
    answer()
    await expect.poll(() => close.mock.calls.length).toBe(1)
    expect(submit).toHaveBeenCalledTimes(1)
  })

  it('is closed by Escape and by the cancel button', async () => {
    const { screen } = await open()
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => close.mock.calls.length).toBe(1)
    await screen.getByRole('button', { name: 'キャンセル' }).click()
    await expect.poll(() => close.mock.calls.length).toBe(2)
    expect(submit).not.toHaveBeenCalled()
  })
})
