import type { PortalSettings } from '@kaiwa/deals/property.ts'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useValueText } from '../use-value-text.ts'
import { ChoiceRow } from './ChoiceRow.tsx'
import type { Conflict } from './conflicts.ts'
import type { Row } from './deal-rows.ts'
import styles from './Value.module.css'

interface Props {
  row: Row
  settings: PortalSettings
  conflict: Conflict
  onChoose: (choice: Conflict['choice']) => void
}

/** A value that changed at HubSpot since it was shown: the person chooses which one stays. */
export function ConflictChoice({ row: { property, value, edit }, settings, conflict, onChoose }: Props) {
  const { t } = useTranslation('crm')
  const name = useId()
  const textOf = useValueText()
  const shown = (one: string | null) => textOf(property, settings, one)
  return (
    <fieldset className={styles.conflict} data-open={conflict.choice === null || undefined}>
      <legend>{t('conflict.legend', { name: property.label })}</legend>
      <span className={styles.small}>{t('conflict.seen', { value: shown(conflict.base) })}</span>
      <ChoiceRow name={name} isChosen={conflict.choice === 'theirs'} onChoose={() => onChoose('theirs')}>
        <span className={styles.small}>{t('conflict.theirs')}</span>
        <span>{shown(conflict.current)}</span>
      </ChoiceRow>
      <ChoiceRow name={name} isChosen={conflict.choice === 'mine'} onChoose={() => onChoose('mine')}>
        <span className={styles.small}>{t('conflict.mine')}</span>
        <span>{value === null ? edit : shown(value)}</span>
      </ChoiceRow>
      {conflict.choice === null && <span className={styles.bad}>{t('conflict.choose')}</span>}
    </fieldset>
  )
}
