import type { Usage } from '@kaiwa/contract/billing.ts'
import { ActionIcon } from '@mantine/core'
import { IconGauge } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../platform/lazy-part.tsx'
import { usePanelButton } from '../ui/use-panel-button.ts'
import styles from './Usage.module.css'

const UsagePanel = lazyPart(async () => (await import('./UsagePanel.tsx')).UsagePanel, ['billing'])

interface Props {
  usage: Usage
  isReached: boolean
}

/** Opens the usage panel, for the paying user (BILL-26). */
export function UsageButton({ usage, isReached }: Props) {
  const { t } = useTranslation()
  const { anchor, close, buttonProps } = usePanelButton()
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('usage')}
        title={t('usage')}
        className={styles.button ?? ''}
        data-reached={isReached || undefined}
        {...buttonProps}
      >
        <IconGauge size={20} aria-hidden="true" />
      </ActionIcon>
      {anchor && <UsagePanel usage={usage} anchor={anchor} onClose={close} />}
    </>
  )
}
