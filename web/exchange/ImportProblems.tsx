import type { ImportProblem } from '@kaiwa/contract/exchange.ts'
import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { locationOf } from './import-refusal.ts'
import styles from './ImportDialog.module.css'

const SHOWN = 5

/** Why a file cannot be imported: location and text of each problem. */
export function ImportProblems({ name, problems }: { name: string; problems: readonly ImportProblem[] }) {
  const { t } = useTranslation('exchange')
  const where = (problem: ImportProblem): string => {
    const location = locationOf(problem)
    if (!location) return ''
    if ('line' in location) return t('inLine', location)
    return 'number' in location ? t('inCue', location) : t('inPlace', location)
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
