import type { FolderSpeaker } from '@kaiwa/contract/speakers.ts'
import type { Project } from '@kaiwa/contract/workspace.ts'
import { Button } from '@mantine/core'
import { IconPlus, IconSearch, IconUsers } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Paginator } from '../ui/Paginator.tsx'
import { FolderFilter, useScopedFolder } from '../tree/FolderFilter.tsx'
import folderStyles from '../tree/Folder.module.css'
import { SearchBox } from '../ui/SearchBox.tsx'
import { useFolderFigures } from '../tree/use-folder-figures.ts'
import { useListParameters } from '../files/list-parameters.ts'
import { FolderMergeDialog } from './FolderMergeDialog.tsx'
import { folderSpeakersQuery, refreshFolderSpeakers } from './queries.ts'
import { SpeakerModal } from './SpeakerModal.tsx'
import { SpeakerTable } from './SpeakerTable.tsx'

type Opened = { dialog: 'edit' | 'merge'; speaker: FolderSpeaker } | { dialog: 'add' } | null

/** The Speakers tab of a folder (SPK-30…33): its speakers with their figures and actions. */
export function FolderSpeakers({ project }: { project: Project }) {
  const { t } = useTranslation('speakers')
  const client = useQueryClient()
  const { list, change } = useListParameters()
  const scoped = useScopedFolder(project.id)
  const { query = '', page = 1 } = list
  const { data, error, refetch, isPlaceholderData } = useQuery(
    folderSpeakersQuery(scoped.projectId, { scope: scoped.scope, page, ...(query === '' ? {} : { query }) }),
  )
  const refresh = () => refreshFolderSpeakers(client)
  useFolderFigures(project.id, () => void refresh())
  const [opened, setOpened] = useState<Opened>(null)
  const close = () => setOpened(null)
  // The last page became empty after a merge or a change by another user.
  const last = data?.last_page ?? page
  useEffect(() => {
    if (!isPlaceholderData && page > last) change({ page: last })
  })
  const addButton = project.can.edit_speakers && scoped.projectId === project.id && (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden="true" />}
      onClick={() => setOpened({ dialog: 'add' })}
    >
      {t('add')}
    </Button>
  )
  const rows = data?.data ?? []
  return (
    <>
      <div className={folderStyles.bar}>
        <SearchBox label={t('searchList')} value={query} onSearch={(words) => change({ query: words, page: 1 })} />
        <FolderFilter projectId={project.id} />
        {rows.length > 0 && addButton}
      </div>
      <div className={folderStyles.content} aria-busy={isPlaceholderData}>
        {rows.length > 0 && (
          <SpeakerTable
            speakers={rows}
            onEdit={(speaker) => setOpened({ dialog: 'edit', speaker })}
            onMerge={(speaker) => setOpened({ dialog: 'merge', speaker })}
          />
        )}
        {data && rows.length === 0 && query !== '' && (
          <EmptyState
            icon={<IconSearch size={36} stroke={1.25} aria-hidden="true" />}
            title={t('noMatch')}
            text={t('noMatchText', { query })}
          />
        )}
        {data && rows.length === 0 && query === '' && page === 1 && (
          <EmptyState
            icon={<IconUsers size={36} stroke={1.25} aria-hidden="true" />}
            title={t('emptyTitle')}
            text={t('emptyText')}
          >
            {addButton}
          </EmptyState>
        )}
        {!data && (error ? <FailedState error={error} onRetry={() => void refetch()} /> : <Loading />)}
      </div>
      {data && (
        <Paginator current={data.current_page} last={data.last_page} onChange={(next) => change({ page: next })} />
      )}
      {opened?.dialog === 'merge' && <FolderMergeDialog scoped={scoped} target={opened.speaker} onClose={close} />}
      {(opened?.dialog === 'edit' || opened?.dialog === 'add') && (
        <SpeakerModal
          speaker={opened.dialog === 'edit' ? opened.speaker : null}
          source={{ projectId: project.id }}
          name=""
          refresh={refresh}
          onDone={close}
          onClose={close}
        />
      )}
    </>
  )
}
