import type { HistoryEntry } from '@kaiwa/contract/history.ts'
import type { EditSessionState } from '@kaiwa/editor'
import { Button, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../platform/dates.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { useOpenFile, useSessionState } from '../open-file.ts'
import styles from './History.module.css'
import { historyQuery } from './queries.ts'
import { RevisionView } from './RevisionView.tsx'

interface Props {
  /** Limits the history to this block; null for the whole transcript. */
  blockUuid: string | null
  onClose: () => void
}

function savedRevision({ saved }: EditSessionState): number {
  return saved.revision
}

function transcriptId({ document }: EditSessionState): number {
  return document.id
}

function Entry({ entry, isChosen, onChoose }: { entry: HistoryEntry; isChosen: boolean; onChoose: () => void }) {
  const { t } = useTranslation('editing')
  const { kind, edited_by: person, edited_at, added, changed, removed } = entry
  const counts = [
    changed > 0 && t('changedBlocks', { count: changed }),
    added > 0 && t('addedBlocks', { count: added }),
    removed > 0 && t('removedBlocks', { count: removed }),
  ].filter((text) => text !== false)
  return (
    <li>
      <button type="button" className={styles.entry} aria-current={isChosen} onClick={onChoose}>
        {person && <PersonAvatar person={person} size={24} />}
        <span className={styles.what}>
          <span>
            {t(`kind.${kind}`)} {person && <span className={styles.who}>{person.name}</span>}
          </span>
          <span className={styles.when}>
            {formatDateTime(edited_at)}
            {kind !== 'original' && counts.length > 0 && ` ・ ${counts.join(t('comma'))}`}
          </span>
        </span>
      </button>
    </li>
  )
}

/** History of a transcript or a block: person, time and changes of each save, and buttons to restore it. */
export function HistoryDialog({ blockUuid, onClose }: Props) {
  const { t } = useTranslation('editing')
  const { session } = useOpenFile()
  const id = useSessionState(session, transcriptId)
  const currentRevision = useSessionState(session, savedRevision)
  const history = useInfiniteQuery(historyQuery(id, blockUuid, currentRevision))
  const [chosen, setChosen] = useState<number | null>(null)
  const entries = history.data?.pages.flatMap(({ data }) => data) ?? []
  const revision = chosen ?? entries[0]?.revision
  return (
    <Dialog opened size="lg" title={t(blockUuid === null ? 'historyTitle' : 'historyOfBlock')} onClose={onClose}>
      {!history.data &&
        (history.error ? <FailedState error={history.error} onRetry={() => void history.refetch()} /> : <Loading />)}
      {history.data && entries.length === 0 && <Text c="dimmed">{t('historyEmpty')}</Text>}
      {entries.length > 0 && (
        <div className={styles.columns}>
          <div className={styles.entries}>
            <ul>
              {entries.map((entry) => (
                <Entry
                  key={entry.revision}
                  entry={entry}
                  isChosen={entry.revision === revision}
                  onChoose={() => setChosen(entry.revision)}
                />
              ))}
            </ul>
            {history.hasNextPage && (
              <Button
                variant="subtle"
                size="xs"
                loading={history.isFetchingNextPage}
                onClick={() => void history.fetchNextPage()}
              >
                {t('earlier')}
              </Button>
            )}
          </div>
          {revision !== undefined && (
            <RevisionView
              key={revision}
              transcriptId={id}
              revision={revision}
              blockUuid={blockUuid}
              currentRevision={currentRevision}
            />
          )}
        </div>
      )}
    </Dialog>
  )
}
