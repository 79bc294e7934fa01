import { NO_SPEAKER } from '@kaiwa/contract/report-pairs.ts'
import type { FolderTalk } from '@kaiwa/contract/talk.ts'
import { TALK_ORDERS } from '@kaiwa/contract/talk-orders.ts'
import { ActionIcon, NativeSelect, SegmentedControl, Select } from '@mantine/core'
import { IconArrowsSort, IconChartBar, IconSortAscending, IconSortDescending } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import folderStyles from '../../tree/Folder.module.css'
import { FolderFilter } from '../../tree/FolderFilter.tsx'
import { ReportSwitch } from '../ReportSwitch.tsx'
import styles from './FolderTalk.module.css'
import { nextOrder, TALK_MEASURES, type TalkState } from './talk-state.ts'

const EVERYONE = 'all'

interface Props {
  projectId: number
  state: TalkState
  speakers: FolderTalk['speakers']
  /** There is nothing to choose from. */
  isEmpty: boolean
  onChange: (change: Partial<TalkState>) => void
}

/** The speaker, the folder, table or chart, and the order. A wide table is ordered by its columns, too. */
export function TalkControls({ projectId, state, speakers, isEmpty, onChange }: Props) {
  const { t } = useTranslation('reports')
  const { speaker, sort, direction, view, measure } = state
  const orderName = (order: (typeof TALK_ORDERS)[number]) =>
    order === 'share' && speaker !== null ? t('talk.shares') : t(`talk.orders.${order}`)
  const options = speakers.map((one) => ({
    value: String(one.speaker?.id ?? NO_SPEAKER),
    label: one.speaker?.name ?? t('unknownSpeaker'),
  }))
  const chosen = String(speaker ?? EVERYONE)
  const isListed = speaker === null || options.some(({ value }) => value === chosen)
  const Direction = direction === 'asc' ? IconSortAscending : IconSortDescending
  const turn = t(direction === 'asc' ? 'talk.ascending' : 'talk.descending')
  const speakerSelect = (
    <Select
      aria-label={t('talk.speaker')}
      w="min(14rem, 100%)"
      allowDeselect={false}
      searchable={options.length > 10}
      nothingFoundMessage={t('noChoice')}
      comboboxProps={{ shadow: 'md' }}
      value={chosen}
      data={[
        { value: EVERYONE, label: t('talk.everyone') },
        ...options,
        ...(isListed ? [] : [{ value: chosen, label: t('unknownValue', { id: chosen }) }]),
      ]}
      onChange={(value) => onChange({ speaker: value === EVERYONE ? null : Number(value) })}
    />
  )
  const display = (
    <>
      <SegmentedControl
        aria-label={t('view')}
        value={view}
        onChange={(next) => onChange({ view: next === 'chart' ? 'chart' : 'table' })}
        data={[
          { value: 'table', label: t('asTable') },
          { value: 'chart', label: t('asChart') },
        ]}
      />
      {view === 'chart' && (
        <NativeSelect
          aria-label={t('talk.figure')}
          title={t('talk.figure')}
          leftSection={<IconChartBar size={16} aria-hidden="true" />}
          value={measure}
          data={TALK_MEASURES.map((one) => ({
            value: one,
            label: one === 'share' ? t('talk.shares') : orderName(one),
          }))}
          onChange={({ currentTarget: { value } }) =>
            onChange({ measure: TALK_MEASURES.find((one) => one === value) ?? 'seconds' })
          }
        />
      )}
      <div className={styles.order} data-view={view}>
        <NativeSelect
          aria-label={t('talk.order')}
          title={t('talk.order')}
          leftSection={<IconArrowsSort size={16} aria-hidden="true" />}
          value={sort}
          data={TALK_ORDERS.map((one) => ({ value: one, label: orderName(one) }))}
          onChange={({ currentTarget: { value } }) => {
            const order = TALK_ORDERS.find((one) => one === value)
            if (order) onChange(nextOrder({ ...state, sort: order === 'title' ? 'created' : 'title' }, order))
          }}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={turn}
          title={turn}
          onClick={() => onChange({ direction: direction === 'asc' ? 'desc' : 'asc' })}
        >
          <Direction size={18} aria-hidden="true" />
        </ActionIcon>
      </div>
    </>
  )
  return (
    <div className={folderStyles.bar}>
      <ReportSwitch />
      {!isEmpty && speakerSelect}
      <FolderFilter projectId={projectId} />
      {!isEmpty && display}
    </div>
  )
}
