import type { Project } from '@kaiwa/contract/workspace.ts'
import { Button } from '@mantine/core'
import { IconMessages, IconSearch } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useUrlParameters } from '../../platform/use-url-parameters.ts'
import { useScopedFolder } from '../../tree/FolderFilter.tsx'
import { useFolderFigures } from '../../tree/use-folder-figures.ts'
import { useFolderMessages } from '../../tree/use-folder-messages.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Paginator } from '../../ui/Paginator.tsx'
import reportStyles from '../FolderReport.module.css'
import styles from './FolderTalk.module.css'
import { folderTalkQuery, refreshFolderTalk } from './queries.ts'
import { readTalk, type TalkState, writeTalk } from './talk-state.ts'
import { TalkChart } from './TalkChart.tsx'
import { TalkControls } from './TalkControls.tsx'
import { TalkTable } from './TalkTable.tsx'

function useTalkState() {
  const [search, setSearch] = useUrlParameters()
  const write = (next: Partial<TalkState>, replace: boolean) =>
    setSearch((current) => writeTalk(current, next), { replace })
  return {
    state: readTalk(search),
    change: (next: Partial<TalkState>) => write(next, false),
    correct: (next: Partial<TalkState>) => write(next, true),
  }
}

function NothingToCompare({
  pending,
  speaker,
  onEveryone,
}: {
  pending: number
  speaker: number | null
  onEveryone: () => void
}) {
  const { t } = useTranslation('reports')
  if (speaker !== null)
    return (
      <EmptyState
        icon={<IconSearch size={36} stroke={1.25} aria-hidden="true" />}
        title={t('talk.noMatchTitle')}
        text={t('talk.noMatchText')}
      >
        <Button variant="default" onClick={onEveryone}>
          {t('talk.showEveryone')}
        </Button>
      </EmptyState>
    )
  return (
    <EmptyState
      icon={<IconMessages size={36} stroke={1.25} aria-hidden="true" />}
      title={pending > 0 ? t('talk.pendingTitle') : t('talk.emptyTitle')}
      text={pending > 0 ? t('talk.pendingText', { number: pending }) : t('talk.emptyText')}
    />
  )
}

/** The talk of the files of a folder side by side, as table or chart. */
export function FolderTalk({ project }: { project: Project }) {
  const { t, i18n } = useTranslation('reports')
  const client = useQueryClient()
  const id = useId()
  const { state, change, correct } = useTalkState()
  const scoped = useScopedFolder(project.id)
  const { data: talk, error, refetch, isPlaceholderData } = useQuery(folderTalkQuery(scoped, state))
  const refresh = () => void refreshFolderTalk(client)
  useFolderFigures(project.id, refresh)
  useFolderMessages(project.id, { 'transcript-blocks-reanalysed': refresh })
  const content = useRef<HTMLDivElement>(null)
  // The last page became empty after a change by someone.
  const last = talk?.last_page ?? state.page
  useEffect(() => {
    if (!isPlaceholderData && state.page > last) correct({ page: last })
  })
  const number = new Intl.NumberFormat(i18n.language)
  return (
    <>
      <div className={reportStyles.page}>
        <TalkControls
          projectId={project.id}
          state={state}
          speakers={talk?.speakers ?? []}
          isEmpty={talk?.total === 0 && state.speaker === null}
          onChange={change}
        />
        <div className={reportStyles.content} aria-busy={isPlaceholderData} ref={content}>
          {error && !talk ? (
            <FailedState error={error} onRetry={() => void refetch()} />
          ) : !talk ? (
            <Loading />
          ) : talk.total === 0 ? (
            <NothingToCompare
              pending={talk.pending}
              speaker={state.speaker}
              onEveryone={() => change({ speaker: null })}
            />
          ) : (
            <section className={styles.part} aria-labelledby={id}>
              <div className={styles.head}>
                <h2 id={id} className={styles.title}>
                  {t('talk.title')}
                </h2>
                <span className={styles.quiet} role="status">
                  {t('talk.fileCount', { number: number.format(talk.total), count: talk.total })}
                </span>
                {talk.pending > 0 && (
                  <span className={styles.quiet} role="status">
                    {t('talk.pending', { number: number.format(talk.pending), count: talk.pending })}
                  </span>
                )}
              </div>
              {state.view === 'chart' ? (
                <TalkChart rows={talk.data} state={state} />
              ) : (
                <TalkTable rows={talk.data} state={state} onChange={change} />
              )}
            </section>
          )}
        </div>
      </div>
      {talk && (
        <Paginator
          current={talk.current_page}
          last={talk.last_page}
          onChange={(page) => {
            change({ page })
            content.current?.scrollTo({ top: 0 })
          }}
        />
      )}
    </>
  )
}
