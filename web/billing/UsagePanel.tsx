import type { Usage } from '@kaiwa/contract/billing.ts'
import { ActionIcon, Anchor, Progress, Text, Tooltip } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { AnchoredPopover } from '../ui/AnchoredPopover.tsx'
import { japanDate, lastDayInJapan } from './japan-date.ts'
import { usageRows } from './usage-rows.ts'
import type { UsageRow } from './usage-rows.ts'
import { useTierName } from './use-tier-name.ts'
import styles from './Usage.module.css'

const COLOUR = { low: 'blue', high: 'yellow', full: 'red' } as const

function Row({ row: { what, used, limit, percent, level, isReached } }: { row: UsageRow }) {
  const { t, i18n } = useTranslation('billing')
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 })
  const amount = t('amount', { used: number.format(used), limit: number.format(limit), unit: t(`units.${what}`) })
  return (
    <li className={styles.row}>
      <span className={styles.what}>
        <span className={styles.counted}>
          <Text size="sm">{t(`counted.${what}`)}</Text>
          {isReached && (
            <Tooltip label={t(`full.${what}`)} events={{ hover: true, focus: true, touch: true }} multiline maw={280}>
              <ActionIcon variant="transparent" color="var(--kaiwa-bad)" size={24} aria-label={t(`full.${what}`)}>
                <IconAlertTriangle size={16} aria-hidden="true" />
              </ActionIcon>
            </Tooltip>
          )}
        </span>
        <Text size="sm" className={styles.amount ?? ''}>
          {amount}
        </Text>
      </span>
      <Progress
        value={percent}
        color={COLOUR[level]}
        size="sm"
        aria-label={t(`counted.${what}`)}
        aria-valuetext={amount}
      />
    </li>
  )
}

interface Props {
  usage: Usage
  anchor: HTMLElement
  onClose: () => void
}

/** Usage of the plan. A reached limit has a warning icon, whose tooltip names the limit (BILL-36…39). */
export function UsagePanel({ usage, anchor, onClose }: Props) {
  const { t } = useTranslation('billing')
  const tierName = useTierName()
  const { subscription } = usage
  return (
    <AnchoredPopover anchor={anchor} label={t('title')} width={340} onClose={onClose}>
      <div className={styles.panel}>
        <Text fw={600}>{t('title')}</Text>
        {subscription && (
          <Text size="xs" c="dimmed">
            {t('plan', { name: tierName(subscription.plan.name) })}
            {subscription.end_date !== null
              ? ` · ${t('end', { date: lastDayInJapan(subscription.end_date) })}`
              : subscription.renewal_date !== null &&
                ` · ${t('renewal', { date: japanDate(subscription.renewal_date) })}`}
          </Text>
        )}
        <ul className={styles.rows}>
          {usageRows(usage).map((row) => (
            <Row key={row.what} row={row} />
          ))}
        </ul>
        <Text size="xs" c="dimmed">
          {t('month')}
        </Text>
        <Anchor component={Link} to="/mypage/usage" size="sm" underline="always" onClick={onClose} data-autofocus>
          {t('perPerson')}
        </Anchor>
      </div>
    </AnchoredPopover>
  )
}
