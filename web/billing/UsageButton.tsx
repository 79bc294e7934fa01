import type { Usage } from '@kaiwa/contract/billing.ts'
import { ActionIcon } from '@mantine/core'
import { IconGauge } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../platform/lazy-part.tsx'
import styles from './Usage.module.css'

const UsagePanel = lazyPart(async () => (await import('./UsagePanel.tsx')).UsagePanel, {
  billing: () => import('./texts.ts'),
})

type Props = { usage: Usage; isReached: boolean }

/** The way to the usage panel, for whoever pays (BILL-26). */
export const UsageButton = ({ usage, isReached }: Props) => {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const wasOpen = useRef(false)
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('usage')}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        title={t('usage')}
        className={styles.button ?? ''}
        data-reached={isReached || undefined}
        // To press it anywhere outside of the panel has closed that before the click comes.
        onPointerDown={() => {
          wasOpen.current = anchor !== null
        }}
        onClick={({ currentTarget }) => {
          setAnchor(wasOpen.current ? null : currentTarget)
          wasOpen.current = false
        }}
      >
        <IconGauge size={20} aria-hidden="true" />
      </ActionIcon>
      {anchor && <UsagePanel usage={usage} anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  )
}
