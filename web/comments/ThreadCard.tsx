import type { CommentThread } from '@kaiwa/contract/comments.ts'
import { formatTime } from '@kaiwa/transcript/format-time.ts'
import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CommentForm, type Written } from './CommentForm.tsx'
import { CommentRow } from './CommentRow.tsx'
import styles from './Comments.module.css'
import { replyKey } from './drafts.ts'
import type { SearchPeople } from './use-mentions.ts'

export interface ThreadActions {
  searchPeople: SearchPeople
  onReply: (threadId: number, written: Written) => Promise<unknown>
  onEdit: (commentId: number, written: Written) => Promise<unknown>
  onDelete: (commentId: number) => Promise<unknown>
  onResolve: (threadId: number, isResolved: boolean) => Promise<unknown>
}

interface Props extends ThreadActions {
  fileId: number
  thread: CommentThread
  isChosen: boolean
  /** Whether the user is writing a reply. They can continue after another user resolves the thread. */
  isAnswered: boolean
  isDeleted: boolean
  /** Shows the passage in the transcript. */
  onShow: () => void
  onPlay: (time: number) => void
}

/** The longest quote that is read out. */
const SPOKEN = 60

/** A thread: its passage, comments, and a field to answer. */
export function ThreadCard(props: Props) {
  const {
    fileId,
    thread,
    isChosen,
    isAnswered,
    isDeleted,
    searchPeople,
    onShow,
    onPlay,
    onReply,
    onEdit,
    onDelete,
    onResolve,
  } = props
  const { t } = useTranslation('comments')
  const { id, quote, time, is_removed, resolved, comments, can } = thread
  const card = useRef<HTMLElement>(null)
  const [isBusy, setIsBusy] = useState(false)
  useEffect(() => {
    if (isChosen) card.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  const clock = formatTime(time)
  const handleResolve = async () => {
    setIsBusy(true)
    try {
      await onResolve(id, resolved === null)
    } catch {
      // The caller has shown why.
    }
    setIsBusy(false)
  }
  return (
    <article
      ref={card}
      className={styles.thread}
      data-chosen={isChosen || undefined}
      aria-label={t('thread', { time: clock })}
    >
      <div className={styles.passage}>
        <UnstyledButton
          className={styles.time}
          aria-label={t('playFrom', { time: clock })}
          title={t('playFrom', { time: clock })}
          onClick={() => onPlay(time)}
        >
          {clock}
        </UnstyledButton>
        <UnstyledButton
          className={styles.quote}
          aria-label={t('jump', { quote: quote.slice(0, SPOKEN) })}
          aria-current={isChosen || undefined}
          onClick={onShow}
        >
          {quote}
        </UnstyledButton>
        {can.resolve && (
          <ActionIcon
            variant="subtle"
            color={resolved ? 'gray' : 'green'}
            size={28}
            loading={isBusy}
            aria-label={t(resolved ? 'reopen' : 'resolve')}
            title={t(resolved ? 'reopen' : 'resolve')}
            onClick={() => void handleResolve()}
          >
            {resolved ? <IconArrowBackUp size={18} aria-hidden /> : <IconCheck size={18} aria-hidden />}
          </ActionIcon>
        )}
      </div>
      {is_removed && <p className={styles.removed}>{t('removed')}</p>}
      <ul className={styles.comments}>
        {comments.map((comment) => (
          <CommentRow
            key={comment.id}
            fileId={fileId}
            comment={comment}
            searchPeople={searchPeople}
            onEdit={(written) => onEdit(comment.id, written)}
            onDelete={() => onDelete(comment.id)}
          />
        ))}
      </ul>
      {resolved && (
        <p className={styles.resolved}>
          <IconCheck size={14} aria-hidden />
          {resolved.by ? t('resolvedBy', { user: resolved.by.name }) : t('resolvedBySomebody')}
        </p>
      )}
      {isDeleted && <p className={styles.removed}>{t('missing')}</p>}
      {can.reply && (!resolved || isAnswered) && (
        <CommentForm
          fileId={fileId}
          draftKey={replyKey(id)}
          label={t('replyLabel')}
          submitLabel={t('reply')}
          isCompact
          searchPeople={searchPeople}
          onSubmit={(written) => onReply(id, written)}
        />
      )}
    </article>
  )
}
