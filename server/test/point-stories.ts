// The settlement of points over a random story, without a database: after each event the figures of the month are computed
// from the story, and the function of the program says which points are used or come back.
import { isInForce, termsIn } from '@kaiwa/money/contract.ts'
import { type Month, monthOf } from '@kaiwa/money/days.ts'
import type { Story } from '@kaiwa/money/testing/oracle.ts'
import { storedBefore } from '@kaiwa/money/testing/stories.ts'
import { eachKind, type PerKind } from '../billing/points/points.ts'
import { changesOf, type SettledMonth } from '../billing/points/settle-points.ts'

const AFTER_ALL = '9999-01-01'

type Paid = Pick<SettledMonth, `paid_${keyof PerKind}` | `spent_${keyof PerKind}`>

const NOTHING_PAID: Paid = {
  paid_minute: 0,
  paid_storage: 0,
  paid_chat: 0,
  paid_editor: 0,
  paid_viewer: 0,
  spent_minute: 0,
  spent_storage: 0,
  spent_chat: 0,
  spent_editor: 0,
  spent_viewer: 0,
}

/**
 * Points left after all events of the story, and the units that points paid for. Throws if the balance was negative in
 * between.
 */
export function settleStory(told: Story & { basicLimits: PerKind }): { points: number; paid: PerKind } {
  let balance = 0
  const paid = new Map<Month, Paid>()

  const settle = (soFar: Story, month: Month, isPast: boolean): void => {
    const { contract, usage } = storedBefore(soFar, AFTER_ALL)
    const before = paid.get(month) ?? NOTHING_PAID
    const { plan, paymentType } = termsIn(contract, month)
    const limits = plan?.limits ?? told.basicLimits
    const prices = told.unitPrices
    const used = eachKind((kind) => usage.get(month)?.[kind] ?? 0)
    const changes = changesOf({
      ...before,
      is_past: isPast,
      balance,
      used_minutes: used.minute,
      used_chats: used.chat,
      peak_storage: used.storage,
      peak_editors: used.editor,
      peak_viewers: used.viewer,
      terms: isInForce(contract, month)
        ? {
            ...limits,
            plan_id: plan && 1,
            payment_type: paymentType,
            trial_ends_at: null,
            minute_points: prices.minute,
            storage_points: prices.storage,
            chat_points: prices.chat,
            editor_points: prices.editor,
            viewer_points: prices.viewer,
          }
        : null,
    })
    const now = { ...before }
    for (const { kind, amount, point } of changes) {
      balance += point
      if (balance < 0) throw new Error('the balance is negative')
      now[`paid_${kind}`] += amount
      now[`spent_${kind}`] -= point
    }
    paid.set(month, now)
  }

  for (const [index, event] of told.events.entries()) {
    const soFar = { ...told, events: told.events.slice(0, index + 1) }
    const month = monthOf(event.day)
    if (event.type === 'purchase' || event.type === 'points') balance += event.point
    if (event.type === 'usage' && monthOf(event.of) < month) settle(soFar, monthOf(event.of), true)
    settle(soFar, month, false)
  }
  const months = [...paid.values()]
  return { points: balance, paid: eachKind((kind) => months.reduce((sum, one) => sum + one[`paid_${kind}`], 0)) }
}
