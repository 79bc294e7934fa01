import type { ThreadSummary } from '@kaiwa/contract/comments.ts'
import { formatTime } from '@kaiwa/transcript/format-time.ts'
import { SegmentedControl } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../ui/EmptyState.tsx'
import { CommentForm, type Written } from './CommentForm.tsx'
import type { PanelState } from './comment-panel.ts'
import styles from './Comments.module.css'
import { type NewPassage, passageKey, replyKey, useDraftKeys, usePassages } from './drafts.ts'
import { type ThreadActions, ThreadCard } from './ThreadCard.tsx'

interface Props extends ThreadActions {
  fileId: number
  threads: readonly ThreadSummary[]
  panel: PanelState
  /** Whether the reader may comment. */
  canComment: boolean
  onFilter: (resolved: boolean) => void
  onChoose: (thread: ThreadSummary) => void
  onPlay: (time: number) => void
  onCreate: (passage: NewPassage, written: Written) => Promise<unknown>
  onDiscard: (passage: NewPassage) => void
}

type Entry = { time: number } & ({ thread: ThreadSummary } | { passage: NewPassage })

/**
 * Returns the threads with an unsent reply. They stay in the list after another user resolves or deletes them, until
 * the reply is sent or discarded. `deleted` contains the threads that no longer exist on the server.
 */
function useAnsweredThreads(fileId: number, threads: readonly ThreadSummary[]) {
  const drafts = useDraftKeys(fileId)
  const isAnswered = ({ id }: ThreadSummary) => drafts.has(replyKey(id))
  const [last, setLast] = useState({ threads, deleted: [] as readonly ThreadSummary[] })
  if (last.threads !== threads) {
    const ids = new Set(threads.map(({ id }) => id))
    const gone = last.threads.filter((thread) => !ids.has(thread.id) && isAnswered(thread))
    setLast({ threads, deleted: [...last.deleted.filter(isAnswered), ...gone] })
  }
  return { isAnswered, deleted: last.deleted.filter(isAnswered) }
}

/** The threads of a file in the order of the recording, open or resolved, among them comments that are being written. */
export function CommentList(props: Props) {
  const { fileId, threads, panel, canComment, onFilter, onChoose, onPlay, onCreate, onDiscard, ...actions } = props
  const { t } = useTranslation('comments')
  const { isAnswered, deleted } = useAnsweredThreads(fileId, threads)
  const isInFilter = (thread: ThreadSummary) =>
    thread.is_resolved === panel.resolved || (!panel.resolved && isAnswered(thread))
  const shown = [...threads, ...deleted].filter(isInFilter)
  const passages = usePassages(fileId)
  const started = panel.resolved ? [] : passages
  const entries: Entry[] = [
    ...shown.map((thread) => ({ time: thread.time, thread })),
    ...started.map((passage) => ({ time: passage.time, passage })),
  ].toSorted((a, b) => a.time - b.time)
  const openCount = threads.filter(({ is_resolved }) => !is_resolved).length
  const { chosen } = panel
  return (
    <>
      <SegmentedControl
        className={styles.filter}
        fullWidth
        size="xs"
        aria-label={t('filter')}
        value={panel.resolved ? 'resolved' : 'open'}
        data={[
          { value: 'open', label: t('open', { count: openCount }) },
          { value: 'resolved', label: t('resolved', { count: threads.length - openCount }) },
        ]}
        onChange={(value) => onFilter(value === 'resolved')}
      />
      {entries.length === 0 && (
        <EmptyState
          icon={<IconMessageCircle size={32} stroke={1.5} aria-hidden />}
          title={t(panel.resolved ? 'emptyResolved' : 'emptyOpen')}
          text={panel.resolved ? '' : t(canComment ? 'emptyOpenText' : 'emptyOpenReader')}
        />
      )}
      {entries.map((entry) => {
        if ('thread' in entry)
          return (
            <ThreadCard
              key={entry.thread.id}
              fileId={fileId}
              thread={entry.thread}
              isAnswered={isAnswered(entry.thread)}
              isDeleted={deleted.includes(entry.thread)}
              isChosen={chosen === entry.thread.id}
              onShow={() => onChoose(entry.thread)}
              onPlay={onPlay}
              {...actions}
            />
          )
        const { passage } = entry
        const key = passageKey(passage)
        const isChosen = typeof chosen === 'object' && chosen !== null && passageKey(chosen) === key
        return (
          <article
            key={key}
            className={styles.thread}
            data-chosen={isChosen || undefined}
            aria-label={t('newThread', { time: formatTime(passage.time) })}
          >
            <div className={styles.passage}>
              <span className={styles.time}>{formatTime(passage.time)}</span>
              <span className={styles.quote}>{passage.text}</span>
            </div>
            <CommentForm
              fileId={fileId}
              draftKey={key}
              label={t('newComment')}
              submitLabel={t('send')}
              hasFocus={isChosen}
              searchPeople={actions.searchPeople}
              onSubmit={(written) => onCreate(passage, written)}
              onCancel={() => onDiscard(passage)}
            />
          </article>
        )
      })}
    </>
  )
}
