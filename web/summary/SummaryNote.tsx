import type { Summary } from '@kaiwa/contract/summaries.ts'
import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Consent, hostOf } from '../assistant/Consent.tsx'
import { assistantQuery } from '../assistant/queries.ts'
import { useSummarySwitch } from '../assistant/use-summary-switch.ts'
import { useSignedIn } from '../platform/session.ts'
import styles from './Summary.module.css'

/** Summaries are off: the switch of the owner, or a sentence. */
function OffNote({ canSwitch }: { canSwitch: boolean }) {
  const { t } = useTranslation('summary')
  const { isOn, change } = useSummarySwitch()
  if (!canSwitch) return <p className={styles.note}>{t('notes.off')}</p>
  return (
    <div className={styles.note}>
      <Switch
        label={t('switchOn')}
        description={t('switchOnAbout')}
        checked={isOn ?? false}
        disabled={isOn === null}
        onChange={(event) => void change(event.currentTarget.checked).catch(() => undefined)}
      />
    </div>
  )
}

interface Props {
  summary: Summary
  hasParts: boolean
}

/** Why no summary can be written now, and what the reader can do about it. */
export function SummaryNote({ summary: { note, can }, hasParts }: Props) {
  const { t } = useTranslation('summary')
  const { data: assistant } = useQuery(assistantQuery)
  const { settings } = useSignedIn().user
  if (note === null) return null
  // The stored summary can be read; only who may write it must know why they cannot.
  if (hasParts && !can.edit) return null
  if (!assistant) return null
  const isConnected = assistant.models.some(({ host }) => host !== null)
  // Without a model there is nothing to switch on.
  if (note === 'no-model' || (note === 'off' && !isConnected))
    return <p className={styles.note}>{t(hasParts ? 'notWritable' : 'notes.no-model')}</p>
  if (note === 'off') return <OffNote canSwitch={can.switch} />
  const host = hostOf(assistant, assistant.model ?? settings.chat_model)
  if (note === 'no-consent' && host !== null)
    return (
      <div className={styles.note}>
        <Consent
          assistant={assistant}
          host={host}
          needed={t('consentNeeded', { host })}
          ofOwner={t('consentOfOwner', { host })}
        />
      </div>
    )
  return <p className={styles.note}>{t(`notes.${note}`)}</p>
}
