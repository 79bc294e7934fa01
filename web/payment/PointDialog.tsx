import { createUuid } from '@kaiwa/transcript/create-uuid.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { CONSUMABLES } from '@kaiwa/contract/consumables.ts'
import type { Consumable } from '@kaiwa/contract/consumables.ts'
import type { CurrentPayment, PointUsage } from '@kaiwa/contract/payment.ts'
import { priceOfPoints } from '@kaiwa/money/points.ts'
import { ActionIcon, Alert, Button, Group, List, Text, TextInput } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usageQuery } from '../billing/queries.ts'
import { call } from '../platform/call.ts'
import { toast } from '../platform/toasts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { formatYen } from '@kaiwa/contract/format-yen.ts'
import { lastDayInJapan } from '../billing/japan-date.ts'
import styles from './Payment.module.css'
import { canDecrease, canIncrease, parsePoints, problemOf, step } from './point-amount.ts'
import { PAYMENT_KEY } from './queries.ts'
import { useProviderPage } from './use-provider-page.ts'
import { useQuantity } from './use-quantity.ts'

/** Amounts of the estimated consumption (BILL-51). */
const EXAMPLES: Readonly<Record<Consumable, number>> = { minute: 600, storage: 100, chat: 20, editor: 1, viewer: 10 }

interface Props {
  way: NonNullable<CurrentPayment['point_purchase']>
  /** Why payment by card is impossible. */
  reason: CurrentPayment['card_reason']
  price: PointUsage['price']
  /** End of a contract whose cancellation was requested. */
  contractEnd: string | null
  onClose: () => void
}

/** Chooses a number of points and buys them on the invoice, or opens the checkout (BILL-45 … BILL-51). */
export function PointDialog({ way, reason, price, contractEnd, onClose }: Props) {
  const { t, i18n } = useTranslation('payment')
  const common = useTranslation().t
  const client = useQueryClient()
  const field = useId()
  const quantity = useQuantity()
  const number = new Intl.NumberFormat(i18n.language)
  const [typed, setTyped] = useState<string>(number.format(LIMITS.pointsMin))
  const points = parsePoints(typed)
  // A repeated call buys once; another number of points is another purchase.
  const requestId = useMemo(() => (points === null ? '' : createUuid()), [points])
  const problem = problemOf(points)
  const buy = useMutation({
    mutationFn: (point: number) => call('buyPoint', { body: { point, request_id: requestId } }),
    onSuccess: () => {
      toast.success(t('purchase.done'))
      onClose()
    },
    onError: () => void toast.error(t('purchase.failed')),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: PAYMENT_KEY }),
        client.invalidateQueries({ queryKey: usageQuery.queryKey }),
      ]),
  })
  const checkout = useProviderPage(
    (point: number) => call('openPointCheckout', { body: { point, back_url: '/mypage/payment', is_app: 0 } }),
    t('checkoutFailed'),
  )
  const isBusy = buy.isPending || checkout.isPending
  const press = (direction: 1 | -1): void => setTyped(number.format(step(points, direction)))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (points === null || problem !== null || isBusy) return
    if (way === 'invoice') buy.mutate(points)
    else checkout.open(points)
  }
  const error =
    problem === null
      ? null
      : common(problem, {
          label: t('purchase.count'),
          min: number.format(LIMITS.pointsMin),
          max: number.format(LIMITS.pointsMax),
        })
  return (
    <Dialog opened title={t('purchase.title')} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Text component="label" htmlFor={field} size="sm" fw={500} mb={4} display="block">
          {t('purchase.count')}
        </Text>
        <Group gap="xs" align="flex-start" wrap="nowrap">
          <ActionIcon
            variant="default"
            size="input-sm"
            aria-label={t('purchase.minus')}
            disabled={!canDecrease(points)}
            onClick={() => press(-1)}
          >
            <IconMinus size={16} aria-hidden="true" />
          </ActionIcon>
          <TextInput
            id={field}
            inputMode="numeric"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={error}
            required
            className={styles.points ?? ''}
            data-autofocus
          />
          <ActionIcon
            variant="default"
            size="input-sm"
            aria-label={t('purchase.plus')}
            disabled={!canIncrease(points)}
            onClick={() => press(1)}
          >
            <IconPlus size={16} aria-hidden="true" />
          </ActionIcon>
        </Group>
        <Group justify="space-between" mt="md" role="status">
          <Text>{t('purchase.cost')}</Text>
          <Text fw={600} size="lg">
            {points === null || problem !== null ? '–' : formatYen(priceOfPoints(points), i18n.language)}
          </Text>
        </Group>
        <Text mt="md" size="sm" fw={600} id="point-examples">
          {t('purchase.examples')}
        </Text>
        <dl className={styles.examples} aria-labelledby="point-examples">
          {CONSUMABLES.map((what) => (
            <div key={what}>
              <dt>
                {t('history.usedFor', {
                  what: t(`points.consumables.${what}`),
                  quantity: quantity(what, EXAMPLES[what]),
                })}
              </dt>
              <dd>{t('points.amount', { count: number.format(EXAMPLES[what] * price[what]) })}</dd>
            </div>
          ))}
        </dl>
        <List size="sm" mt="md" c="dimmed" spacing={4}>
          {(['price', 'noRefund', 'use', way] as const).map((note) => (
            <List.Item key={note}>{t(`purchase.notes.${note}`)}</List.Item>
          ))}
        </List>
        {contractEnd !== null && (
          <Alert color="yellow" variant="light" mt="md">
            {t('purchase.ending', { date: lastDayInJapan(contractEnd) })}
          </Alert>
        )}
        {reason !== null && (
          <Alert color="yellow" variant="light" mt="md">
            {t(`reasons.${reason}`)}
          </Alert>
        )}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={problem !== null || reason !== null}>
            {t(way === 'invoice' ? 'purchase.submit' : 'purchase.toCheckout')}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
