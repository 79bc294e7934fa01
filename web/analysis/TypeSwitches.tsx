import { WORD_TYPES, type WordType } from '@kaiwa/transcript/analysis/content-words.ts'
import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './Analysis.module.css'
import { TYPE_NAMES } from './analysis-parameters.ts'

interface Props {
  types: ReadonlySet<WordType>
  onTypes: (types: ReadonlySet<WordType>) => void
}

/** Switches the parts of speech on and off (ANA-05). */
export function TypeSwitches({ types, onTypes }: Props) {
  const { t } = useTranslation('analysis')
  return (
    <fieldset className={styles.types}>
      <legend>{t('columns.type')}</legend>
      {WORD_TYPES.map((type) => (
        <Checkbox
          key={type}
          size="xs"
          data-type={type}
          label={t(`types.${TYPE_NAMES[type]}`)}
          checked={types.has(type)}
          onChange={() => onTypes(types.symmetricDifference(new Set([type])))}
        />
      ))}
    </fieldset>
  )
}
