import {
  CLASSIFICATIONS,
  EMOTION_FILTERS,
  KEYWORD_OPTIONS,
  NO_SPEAKER,
  PARTNERS,
} from '@kaiwa/contract/report-pairs.ts'
import type { Classification } from '@kaiwa/contract/report-pairs.ts'
import { ActionIcon, Button, MultiSelect, NativeSelect } from '@mantine/core'
import { IconArrowsExchange, IconFilter, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTags } from '../tags/queries.ts'
import { FolderFilter, useScopedFolder } from '../tree/FolderFilter.tsx'
import folderStyles from '../tree/Folder.module.css'
import { SearchBox } from '../ui/SearchBox.tsx'
import styles from './FolderReport.module.css'
import { reportSpeakersQuery } from './queries.ts'
import { ReportSwitch } from './ReportSwitch.tsx'
import { choosePair, countFilters, NO_FILTERS, type ReportState } from './report-state.ts'

const OPTION_NAMES = { 3: 'noun', 7: 'verb', 1: 'adjective' } as const

interface Props {
  projectId: number
  report: ReportState
  onChange: (change: Partial<ReportState>) => void
  /** The download, on the right. */
  children: ReactNode
}

/** The options of a filter by id, with those of the URL that are not among them. */
function withChosen(
  options: readonly { value: string; label: string }[],
  chosen: readonly number[],
  labelOf: (id: number) => string,
) {
  const known = new Set(options.map(({ value }) => value))
  return [
    ...options,
    ...chosen.filter((id) => !known.has(String(id))).map((id) => ({ value: String(id), label: labelOf(id) })),
  ]
}

function Filters({ projectId, report, onChange }: Omit<Props, 'children'>) {
  const { t } = useTranslation('reports')
  const scoped = useScopedFolder(projectId)
  const speakers = useQuery(reportSpeakersQuery(scoped)).data?.rows ?? []
  const tags = useTags().data ?? []
  const labelOf = (id: number) => (id === NO_SPEAKER ? t('unknownSpeaker') : t('unknownValue', { id: String(id) }))
  const multiple = {
    w: 'min(16rem, 100%)',
    searchable: true,
    clearable: true,
    hidePickedOptions: true,
    limit: 100,
    classNames: { inputField: styles.field ?? '' },
  }
  return (
    <>
      <SearchBox label={t('text')} value={report.text} onSearch={(text) => onChange({ text })} />
      <NativeSelect
        aria-label={t('emotion')}
        value={report.emotion}
        data={EMOTION_FILTERS.map((value) => ({ value, label: t(`emotions.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({ emotion: EMOTION_FILTERS.find((one) => one === value) ?? 'all' })
        }
      />
      <MultiSelect
        {...multiple}
        aria-label={t('speakers')}
        placeholder={report.speakers.length === 0 ? t('anySpeaker') : undefined}
        nothingFoundMessage={t('noChoice')}
        value={report.speakers.map(String)}
        data={withChosen(
          speakers.map(({ key, name }) => ({ value: key, label: name ?? t('unknownSpeaker') })),
          report.speakers,
          labelOf,
        )}
        onChange={(ids) => onChange({ speakers: ids.map(Number) })}
      />
      <MultiSelect
        {...multiple}
        aria-label={t('tags')}
        placeholder={report.tags.length === 0 ? t('anyTag') : undefined}
        nothingFoundMessage={t('noChoice')}
        value={report.tags.map(String)}
        data={withChosen(
          tags.map(({ id, name }) => ({ value: String(id), label: name })),
          report.tags,
          labelOf,
        )}
        onChange={(ids) => onChange({ tags: ids.map(Number) })}
      />
      <div className={styles.keyword}>
        <SearchBox label={t('keyword')} value={report.keyword} onSearch={(keyword) => onChange({ keyword })} />
        <NativeSelect
          aria-label={t('option')}
          value={String(report.option ?? 'all')}
          data={[
            { value: 'all', label: t('options.all') },
            ...KEYWORD_OPTIONS.map((option) => ({
              value: String(option),
              label: t(`options.${OPTION_NAMES[option]}`),
            })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange({ option: KEYWORD_OPTIONS.find((option) => String(option) === value) ?? null })
          }
        />
      </div>
      {countFilters(report) > 0 && (
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconX size={16} aria-hidden="true" />}
          onClick={() => onChange(NO_FILTERS)}
        >
          {t('clearFilters')}
        </Button>
      )}
    </>
  )
}

/** The pair of classifications, the folder, and the filters. */
export function ReportControls({ projectId, report, onChange, children }: Props) {
  const { t } = useTranslation('reports')
  const id = useId()
  const count = countFilters(report)
  const [isOpen, setIsOpen] = useState(count > 0)
  const { first, second } = report
  const select = (
    label: string,
    value: Classification,
    allowed: readonly Classification[],
    which: 'first' | 'second',
  ) => (
    <NativeSelect
      aria-label={label}
      value={value}
      data={CLASSIFICATIONS.map((one) => ({
        value: one,
        label: t(`classification.${one}`),
        disabled: one !== value && !allowed.includes(one),
      }))}
      onChange={({ currentTarget: { value: chosen } }) => {
        const classification = CLASSIFICATIONS.find((one) => one === chosen)
        if (classification) onChange(choosePair({ first, second }, { [which]: classification }))
      }}
    />
  )
  return (
    <>
      <div className={folderStyles.bar}>
        <ReportSwitch />
        <div className={styles.pair}>
          {select(t('first'), first, CLASSIFICATIONS, 'first')}
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('swap')}
            title={t('swap')}
            onClick={() => onChange({ first: second, second: first })}
          >
            <IconArrowsExchange size={18} aria-hidden="true" />
          </ActionIcon>
          {select(t('second'), second, PARTNERS[first], 'second')}
        </div>
        <FolderFilter projectId={projectId} />
        <Button
          variant={count > 0 ? 'light' : 'default'}
          leftSection={<IconFilter size={16} aria-hidden="true" />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {count > 0 ? t('filtersSet', { count }) : t('filters')}
        </Button>
        {children}
      </div>
      <div id={id} className={styles.filters} hidden={!isOpen}>
        {isOpen && <Filters projectId={projectId} report={report} onChange={onChange} />}
      </div>
    </>
  )
}
