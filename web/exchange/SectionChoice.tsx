import { BEFORE_SECTIONS } from '@kaiwa/contract/exchange-formats.ts'
import { formatTime } from '@kaiwa/transcript/format-time.ts'
import { Checkbox, Input, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './ExportDialog.module.css'

interface Props {
  sections: readonly { uuid: string; name: string; start_time: number }[]
  /** There are blocks before the first section. */
  hasStart: boolean
  /** Null for all sections, including those added later. */
  chosen: readonly string[] | null
  onChoose: (chosen: readonly string[] | null) => void
}

/** Choice of the exported sections: all, or the checked ones. */
export function SectionChoice({ sections, hasStart, chosen, onChoose }: Props) {
  const { t } = useTranslation('exchange')
  const all = [...(hasStart ? [BEFORE_SECTIONS] : []), ...sections.map(({ uuid }) => uuid)]
  const ticked = chosen ?? all
  const handleChange = (next: readonly string[]) => onChoose(next.length === all.length ? null : next)
  return (
    <Input.Wrapper label={t('sections')} labelElement="div">
      <Stack gap="xs" className={styles.sections} mt={6}>
        <Checkbox
          label={t('allSections')}
          checked={ticked.length === all.length}
          indeterminate={ticked.length > 0 && ticked.length < all.length}
          onChange={(event) => onChoose(event.currentTarget.checked ? null : [])}
        />
        <Checkbox.Group aria-label={t('sections')} value={[...ticked]} onChange={handleChange}>
          <Stack gap="xs" ms="lg">
            {hasStart && <Checkbox value={BEFORE_SECTIONS} label={t('beforeSections')} />}
            {sections.map(({ uuid, name, start_time }) => (
              <Checkbox key={uuid} value={uuid} label={`${formatTime(start_time)}  ${name}`} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Stack>
    </Input.Wrapper>
  )
}
