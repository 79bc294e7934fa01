import { NativeSelect } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Loading } from '../../ui/Loading.tsx'
import { ChoiceRow } from './ChoiceRow.tsx'
import { Column } from './Column.tsx'
import styles from './Column.module.css'
import type { DealDialogState } from './use-deal-dialog.ts'

interface Props {
  dialog: DealDialogState
  isShown: boolean
}

/** Pipeline and stage by which deals are listed (CRM-19). */
export function StageColumn({ dialog: { master, filter, setFilter }, isShown }: Props) {
  const { t } = useTranslation('crm')
  const name = useId()
  const { data } = master
  const pipeline = data?.pipelines.find(({ id }) => id === filter.pipeline)
  const handlePipeline = (id: string) => setFilter({ ...filter, pipeline: id, stage: '' })
  const handleStage = (stage: string) => setFilter({ ...filter, stage })
  return (
    <Column title={t('dialog.stage')} step="stage" isShown={isShown}>
      {data ? (
        <>
          <NativeSelect
            aria-label={t('dialog.pipeline')}
            value={filter.pipeline}
            data={[
              { value: '', label: t('dialog.selectPipeline') },
              ...data.pipelines.map(({ id, label }) => ({ value: id, label })),
            ]}
            onChange={(event) => handlePipeline(event.currentTarget.value)}
          />
          {pipeline ? (
            <div className={styles.list} role="radiogroup" aria-label={t('dialog.stage')}>
              {[{ id: '', label: t('dialog.allStages') }, ...pipeline.stages].map(({ id, label }) => (
                <ChoiceRow key={id} name={name} isChosen={filter.stage === id} onChoose={() => handleStage(id)}>
                  {label}
                </ChoiceRow>
              ))}
            </div>
          ) : (
            <p className={styles.hint}>{t('dialog.stageHint')}</p>
          )}
        </>
      ) : (
        <Loading />
      )}
    </Column>
  )
}
