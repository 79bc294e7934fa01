import { useTranslation } from 'react-i18next'
import styles from './TagMenu.module.css'
import { COLOURS } from './colours.ts'

interface Props {
  name: string
  colour: string
  onChoose: (colour: string) => void
}

/** The eight tag colours (TAG-21) as a group of radio buttons. A custom colour selects no button. */
export function TagColours({ name, colour, onChoose }: Props) {
  const { t } = useTranslation('tags')
  return (
    <fieldset className={styles.colours}>
      <legend className={styles.legend}>{t('colour')}</legend>
      {COLOURS.map(({ key, value }) => (
        <input
          key={key}
          type="radio"
          name={name}
          className={styles.colour}
          style={{ background: value }}
          aria-label={t(`colours.${key}`)}
          title={t(`colours.${key}`)}
          checked={colour.toUpperCase() === value}
          onChange={() => onChoose(value)}
        />
      ))}
    </fieldset>
  )
}
