import { CHAT_MODELS } from '@kaiwa/contract/chat-models.ts'
import type { Summary } from '@kaiwa/contract/summaries.ts'
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots, IconSparkles } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSummarySwitch } from '../assistant/use-summary-switch.ts'
import { formatDateTime } from '../platform/dates.ts'
import styles from './Summary.module.css'
import { SummaryNote } from './SummaryNote.tsx'
import { useSummaryChanges } from './use-summary-changes.ts'

interface Props {
  summary: Summary
  /** There is a stored summary, or one is being written. */
  hasParts: boolean
  isSending: boolean
  onGenerate: () => void
}

/** For the owner, while summaries are on. */
function OwnerMenu() {
  const { t } = useTranslation('summary')
  const { change } = useSummarySwitch()
  return (
    <Menu position="bottom-end" width={260} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={32} aria-label={t('menu')} title={t('menu')}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void change(false).catch(() => undefined)}>{t('switchOff')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function CancelButton() {
  const { t } = useTranslation('summary')
  const { cancel } = useSummaryChanges()
  const [isBusy, setIsBusy] = useState(false)
  const handleCancel = async () => {
    setIsBusy(true)
    await cancel().catch(() => undefined)
    setIsBusy(false)
  }
  return (
    <Button variant="default" size="compact-md" loading={isBusy} onClick={() => void handleCancel()}>
      {t('stop')}
    </Button>
  )
}

/** When the newest part was written. */
function writtenAt({ parts }: Summary): string | null {
  return (
    parts
      .flatMap(({ generated_at: at }) => at ?? [])
      .sort()
      .at(-1) ?? null
  )
}

/** Title, what can be done with the whole summary, and why something cannot be done. */
export function SummaryHead({ summary, hasParts, isSending, onGenerate }: Props) {
  const { t } = useTranslation('summary')
  const { is_writing: isWriting, note, model, remain, can } = summary
  const at = writtenAt(summary)
  const isOutdated = summary.parts.some((part) => part.is_outdated) && !isWriting
  const canGenerate = can.edit && note === null && !isWriting
  return (
    <header className={styles.head}>
      <div className={styles.headRow}>
        <h2 className={styles.title}>{t('title')}</h2>
        <span className={styles.actions}>
          {isWriting && can.edit && <CancelButton />}
          {canGenerate && (
            <Button
              variant={hasParts && !isOutdated ? 'default' : 'filled'}
              size="compact-md"
              leftSection={<IconSparkles size={16} aria-hidden />}
              loading={isSending}
              onClick={onGenerate}
            >
              {t(hasParts ? 'writeAll' : 'create')}
            </Button>
          )}
          {can.switch && note !== 'off' && <OwnerMenu />}
        </span>
      </div>
      {hasParts && at !== null && <p className={styles.quiet}>{t('written', { date: formatDateTime(at) })}</p>}
      {canGenerate && model !== null && (
        <p className={styles.quiet}>{t('cost', { model: CHAT_MODELS[model].label, count: remain })}</p>
      )}
      {isOutdated && (
        <p className={styles.banner}>
          {canGenerate ? t('outdatedNext', { about: t('outdatedAbout') }) : t('outdatedAbout')}
        </p>
      )}
      <SummaryNote summary={summary} hasParts={hasParts} />
    </header>
  )
}
