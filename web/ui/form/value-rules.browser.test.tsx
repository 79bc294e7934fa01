import { NativeSelect, TextInput } from '@mantine/core'
import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { changeTexts } from '../../platform/i18n.ts'
import { show } from '../../test/show.tsx'
import { useForm } from './use-form.ts'
import { choiceRule, numberRule } from './value-rules.ts'

function Page() {
  const form = useForm(
    {
      points: { initial: '', rule: numberRule(1_000, 1_000_000), label: 'Points' },
      plan: { initial: '', rule: choiceRule, label: 'Plan' },
    },
    async () => undefined,
    () => undefined,
  )
  return (
    <form onSubmit={form.handleSubmit} noValidate>
      <TextInput {...form.field('points')} />
      <NativeSelect {...form.field('plan')} data={['', 'Basic', 'Premium']} />
      <button type="submit">Check</button>
      <button type="button" disabled={!form.canSubmit}>
        Send
      </button>
    </form>
  )
}

it.each([
  ['ja', '最小値は1,000です', '最大値は1,000,000です', 'Pointsの形式を確認してください', 'Planを選択してください'],
  [
    'en',
    'Minimum number is 1,000',
    'Maximum number is 1,000,000',
    'Please check format of Points',
    'Please select Plan',
  ],
] as const)(
  'UI-20 UI-25 UI-26 UI-21 a form shows the problems of a number and of a choice, in %s',
  async (locale, tooSmall, tooLarge, noNumber, notChosen) => {
    const screen = await show(<Page />)
    await changeTexts(locale)
    const points = screen.getByRole('textbox', { name: 'Points' })
    const plan = screen.getByRole('combobox', { name: 'Plan' })
    const send = screen.getByRole('button', { name: 'Send' })
    const alerts = () => [...document.querySelectorAll('.mantine-InputWrapper-error')].map((one) => one.textContent)
    await screen.getByRole('button', { name: 'Check' }).click()
    await expect.element(screen.getByText(notChosen)).toBeVisible()
    await expect.element(plan).toHaveAttribute('aria-invalid', 'true')
    await userEvent.selectOptions(plan, 'Premium')
    await expect.element(screen.getByText(notChosen)).not.toBeInTheDocument()
    for (const [value, problem] of [
      ['999', tooSmall],
      ['-1', tooSmall],
      ['1000001', tooLarge],
      ['１００００００１', tooLarge],
      ['12.5', noNumber],
    ] as const) {
      await points.fill(value)
      await expect.poll(alerts, { message: value }).toEqual([problem])
      await expect.element(send).toBeDisabled()
    }
    for (const value of ['1000', '1000000', '５０００']) {
      await points.fill(value)
      await expect.poll(alerts, { message: value }).toEqual([])
      await expect.element(send).toBeEnabled()
    }
  },
)
