import type { ImportProblem } from '@kaiwa/contract/exchange.ts'
import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { placeOf } from './import-failure.ts'
import styles from './ImportDialog.module.css'

const SHOWN = 5

/** Why a file cannot be imported: place and text of each problem. */
export const ImportProblems = ({ name, problems }: { name: string; problems: readonly ImportProblem[] }) => {
  const { t } = useTranslation('exchange')
  const where = (problem: ImportProblem): string => {
    const place = placeOf(problem)
    if (!place) return ''
    if ('line' in place) return t('inLine', place)
    return 'number' in place ? t('inCue', place) : t('inPlace', place)
  }
  return (
    <Alert className={styles.problem} color="red" variant="light" role="alert" title={t('refused', { name })}>
      <ul className={styles.notes}>
        {problems.slice(0, SHOWN).map((problem, index) => (
          <li key={index}>
            {where(problem)}
            {t(`faults.${problem.fault}`, { found: problem.found ?? '' })}
          </li>
        ))}
        {problems.length > SHOWN && <li>{t('moreProblems', { count: problems.length - SHOWN })}</li>}
      </ul>
    </Alert>
  )
}
