import { CONSUMABLES } from '@kaiwa/contract/consumables.ts'
import type { Consumable } from '@kaiwa/contract/consumables.ts'
import type { CurrentPayment, PointUsage } from '@kaiwa/contract/payment.ts'
import { Alert, Button, Group, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../accounts/profile/Card.tsx'
import { usePaidUsage } from '../billing/queries.ts'
import { reachedQuotas } from '../billing/usage-rows.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { InquiryButton } from '../ui/InquiryButton.tsx'
import { Loading } from '../ui/Loading.tsx'
import { formatYen } from '@kaiwa/contract/format-yen.ts'
import { japanDate, lastDayInJapan } from '../billing/japan-date.ts'
import styles from './Payment.module.css'
import { PointDialog } from './PointDialog.tsx'
import { pointUsageQuery } from './queries.ts'
import { useQuantity } from './use-quantity.ts'

const MB_PER_GB = 1024

/** A limit in the unit in which it is billed: storage in GB. */
function limitOf({ workspace }: PointUsage, what: Consumable): number {
  return what === 'storage' ? workspace.storage / MB_PER_GB : workspace[what]
}

/** Usage beyond the limits in the current month, in points or in yen (BILL-14, BILL-15). */
function UsedTable({ usage, isYen }: { usage: PointUsage; isYen: boolean }) {
  const { t, i18n } = useTranslation('payment')
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 })
  const amount = (count: number) => number.format(count)
  const quantity = useQuantity()
  const cost = (count: number) =>
    isYen ? formatYen(count, i18n.language) : t('points.amount', { count: amount(count) })
  return (
    <div className={styles.scroll}>
      <Table className={styles.fitting} verticalSpacing="xs" aria-label={t(isYen ? 'points.usedYen' : 'points.used')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('points.item')}</Table.Th>
            <Table.Th className={styles.number}>{t('points.limit')}</Table.Th>
            <Table.Th className={styles.number}>{t('points.over')}</Table.Th>
            <Table.Th className={`${styles.number} ${styles.wideOnly}`}>{t('points.price')}</Table.Th>
            <Table.Th className={styles.number}>{t(isYen ? 'points.costYen' : 'points.cost')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {CONSUMABLES.map((what) => {
            const oneUnit = t(`points.oneUnit.${what}`)
            const price = isYen
              ? t('points.priceYen', { price: formatYen(usage.price[what], i18n.language), unit: oneUnit })
              : t('points.pricePer', { count: amount(usage.price[what]), unit: oneUnit })
            return (
              <Table.Tr key={what}>
                <Table.Th scope="row" fw={400}>
                  {t(`points.consumables.${what}`)}
                  <Text className={styles.narrowOnly} size="xs" c="dimmed">
                    {price}
                  </Text>
                </Table.Th>
                <Table.Td className={`${styles.number} ${styles.quantity}`}>
                  {quantity(what, limitOf(usage, what))}
                </Table.Td>
                <Table.Td className={`${styles.number} ${styles.quantity}`}>
                  {quantity(what, usage.additional[what].amount)}
                </Table.Td>
                <Table.Td className={`${styles.number} ${styles.wideOnly}`}>{price}</Table.Td>
                <Table.Td className={styles.number}>{cost(usage.additional[what].point)}</Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row" colSpan={3}>
              {t('points.total')}
            </Table.Th>
            <Table.Td className={styles.wideOnly} />
            <Table.Td className={styles.number} fw={600}>
              {cost(isYen ? usage.additional.money : usage.additional.point)}
            </Table.Td>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </div>
  )
}

/** Points of the workspace, what this month used of them, and their purchase. Plans by card are charged in yen. */
export function PointSection({ payment }: { payment: CurrentPayment }) {
  const { t, i18n } = useTranslation('payment')
  const { data: usage, error, refetch } = useQuery(pointUsageQuery)
  const paid = usePaidUsage()
  const [isBuying, setIsBuying] = useState(false)
  const number = new Intl.NumberFormat(i18n.language)
  const { subscription } = payment
  const isYen = subscription?.plan != null && subscription.payment_type === 'credit_card'
  const isSuspended = subscription?.is_suspended ?? false
  const isMissing = !isYen && !isSuspended && paid !== null && reachedQuotas(paid).length > 0
  return (
    <Card title={t(isYen ? 'points.usedYen' : 'points.title')}>
      {usage ? (
        <>
          {isMissing && (
            <Alert
              color="yellow"
              variant="light"
              mb="md"
              title={t('points.notEnough')}
              classNames={{ title: styles.alertTitle ?? '' }}
            >
              <Text mb="sm">{t('points.missing')}</Text>
              <InquiryButton size="compact-sm" />
            </Alert>
          )}
          {isYen ? (
            !isSuspended && <Text mb="md">{t('points.byCard')}</Text>
          ) : (
            <Group justify="space-between" mb="md">
              <Text>
                {t('points.owned')}{' '}
                <strong className={styles.balance}>
                  {t('points.amount', { count: number.format(usage.workspace.point) })}
                </strong>
              </Text>
              <Button onClick={() => setIsBuying(true)} disabled={isSuspended}>
                {t('points.buy')}
              </Button>
            </Group>
          )}
          <UsedTable usage={usage} isYen={isYen} />
          <Text size="sm" c="dimmed" mt="sm">
            {t('points.period', {
              from: japanDate(usage.current_cycle_date[0]),
              to: lastDayInJapan(usage.current_cycle_date[1]),
            })}
          </Text>
          {isBuying && payment.point_purchase !== null && (
            <PointDialog
              way={payment.point_purchase}
              reason={payment.point_purchase === 'checkout' ? payment.card_reason : null}
              price={usage.price}
              contractEnd={subscription?.end_date ?? null}
              onClose={() => setIsBuying(false)}
            />
          )}
        </>
      ) : error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Card>
  )
}
