import { LIMITS } from '@kaiwa/contract/limits.ts'
import { MultiSelect, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/call.ts'
import { speakersQuery } from '../speakers/queries.ts'
import styles from './Assistant.module.css'
import type { ChatPlace } from './chat-place.ts'
import type { Scope } from './use-chat-changes.ts'

const SEARCH_AFTER_MS = 300

interface Named {
  id: number
  name: string
}

/** Files of the folder that have a transcript, by name; with words, those found below the folder. */
function useFiles(projectId: number, words: string, enabled: boolean): Named[] {
  const [query] = useDebouncedValue(words.trim(), SEARCH_AFTER_MS)
  const { data } = useQuery({
    queryKey: ['files', 'of-chat', projectId, query],
    queryFn: ({ signal }) =>
      call(
        'listFiles',
        { params: { id: projectId }, query: { order_by: 'name', ...(query === '' ? {} : { query }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    enabled,
  })
  return (data?.data ?? []).flatMap((row) => (row.is_project ? [] : [{ id: row.id, name: row.name }]))
}

/** Options of a selection: those that were found, and those that are chosen already. */
function optionsOf(found: readonly Named[], chosen: ReadonlyMap<number, string>) {
  const names = new Map([...chosen, ...found.map(({ id, name }): [number, string] => [id, name])])
  return [...names].map(([id, label]) => ({ value: String(id), label }))
}

interface Props {
  place: ChatPlace
  scope: Scope
  onScope: (scope: Scope) => void
}

/** The files and speakers of a new chat. Without files it covers the folder; without speakers, all of them. */
export function ScopePicker({ place, scope, onScope }: Props) {
  const { t } = useTranslation('assistant')
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [words, setWords] = useState('')
  /** Names of all entries that were offered so far. */
  const [known, setKnown] = useState<ReadonlyMap<number, string>>(new Map())
  const files = useFiles(place.projectId, words, isOpen)
  const { data: speakers = [] } = useQuery({ ...speakersQuery(place.projectId), enabled: isOpen })
  const { fileIds, speakerIds } = scope
  const isThisFile = fileIds.length === 1 && fileIds[0] === place.fileId
  const fileText = isThisFile
    ? t('scope.thisFile')
    : fileIds.length === 0
      ? t('scope.folder')
      : t('scope.files', { count: fileIds.length })
  const speakerText = speakerIds.length === 0 ? t('scope.everyone') : t('scope.speakers', { count: speakerIds.length })
  const chosen = new Map(fileIds.map((file) => [file, known.get(file) ?? t('scope.thisFile')]))
  return (
    <div className={styles.scope}>
      <UnstyledButton
        className={styles.scopeButton}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconAdjustmentsHorizontal size={16} aria-hidden />
        <span>{t('scope.about', { files: fileText, speakers: speakerText })}</span>
      </UnstyledButton>
      {isOpen && (
        <div id={id} className={styles.pickers}>
          <MultiSelect
            size="sm"
            label={t('scope.filesLabel')}
            placeholder={fileIds.length === 0 ? t('scope.folder') : ''}
            data={optionsOf(files, chosen)}
            value={fileIds.map(String)}
            maxValues={LIMITS.filesPerChat}
            searchable
            clearable
            searchValue={words}
            onSearchChange={setWords}
            // The server has searched names and transcripts.
            filter={({ options }) => options}
            nothingFoundMessage={t('scope.nothing')}
            clearButtonProps={{ 'aria-label': t('scope.clear') }}
            onChange={(values) => {
              setKnown(new Map([...known, ...files.map(({ id: file, name }): [number, string] => [file, name])]))
              onScope({ ...scope, fileIds: values.map(Number) })
            }}
          />
          <MultiSelect
            size="sm"
            label={t('scope.speakersLabel')}
            placeholder={speakerIds.length === 0 ? t('scope.everyone') : ''}
            data={optionsOf(speakers, new Map())}
            value={speakerIds.map(String)}
            maxValues={LIMITS.speakersPerChat}
            searchable
            clearable
            nothingFoundMessage={t('scope.nothing')}
            clearButtonProps={{ 'aria-label': t('scope.clear') }}
            onChange={(values) => onScope({ ...scope, speakerIds: values.map(Number) })}
          />
        </div>
      )}
    </div>
  )
}
