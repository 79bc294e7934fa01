import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useUrlParameters } from '../platform/use-url-parameters.ts'
import { isTalkShown, writeShown } from './talk/talk-state.ts'

/** Switches the Report tab between totals and talk. */
export function ReportSwitch() {
  const { t } = useTranslation('reports')
  const [search, setSearch] = useUrlParameters()
  return (
    <SegmentedControl
      aria-label={t('shown')}
      value={isTalkShown(search) ? 'talk' : 'totals'}
      data={[
        { value: 'totals', label: t('table') },
        { value: 'talk', label: t('talk.name') },
      ]}
      onChange={(shown) => setSearch((current) => writeShown(current, shown === 'talk' ? 'talk' : 'totals'))}
    />
  )
}
