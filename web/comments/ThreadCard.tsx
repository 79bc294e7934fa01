import type { ThreadSummary } from '@kaiwa/contract/comments.ts'
import { formatTime } from '@kaiwa/transcript/format-time.ts'
import { ActionIcon, Button, UnstyledButton } from '@mantine/core'
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../platform/error-text.ts'
import { CommentForm, type Written } from './CommentForm.tsx'
import styles from './Comments.module.css'
import { replyKey } from './drafts.ts'
import { CommentSkeletons, ThreadComments } from './ThreadComments.tsx'
import type { SearchPeople } from './use-mentions.ts'
import { useThread } from './use-thread.ts'

export interface ThreadActions {
  searchPeople: SearchPeople
  onReply: (threadId: number, written: Written) => Promise<unknown>
  onEdit: (commentId: number, written: Written) => Promise<unknown>
  onDelete: (commentId: number, threadId: number) => Promise<unknown>
  onResolve: (threadId: number, isResolved: boolean) => Promise<unknown>
}

interface Props extends ThreadActions {
  fileId: number
  thread: ThreadSummary
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

function ResolveButton({ isResolved, onChange }: { isResolved: boolean; onChange: () => Promise<unknown> }) {
  const { t } = useTranslation('comments')
  const [isBusy, setIsBusy] = useState(false)
  const label = t(isResolved ? 'reopen' : 'resolve')
  const handleClick = async () => {
    setIsBusy(true)
    try {
      await onChange()
    } catch {
      // The caller has shown why.
    }
    setIsBusy(false)
  }
  return (
    <ActionIcon
      variant="subtle"
      color={isResolved ? 'gray' : 'green'}
      size={28}
      loading={isBusy}
      aria-label={label}
      title={label}
      onClick={() => void handleClick()}
    >
      {isResolved ? <IconArrowBackUp size={18} aria-hidden /> : <IconCheck size={18} aria-hidden />}
    </ActionIcon>
  )
}

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
  const { id, time, is_removed, is_resolved, comment_count } = thread
  const card = useRef<HTMLElement>(null)
  const { content, error, retry } = useThread(fileId, id, card)
  const quote = content?.quote ?? thread.excerpt
  const resolved = content?.resolved
  const isLoaded = content !== null
  const canReply = isDeleted || (content?.can.reply ?? isAnswered)
  const scrollIfChosen = useEffectEvent(() => isChosen && card.current?.scrollIntoView({ block: 'nearest' }))
  useEffect(() => {
    if (isChosen) scrollIfChosen()
  }, [isChosen])
  useEffect(() => {
    // The comments make the card higher.
    if (isLoaded) scrollIfChosen()
  }, [isLoaded])
  const clock = formatTime(time)
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
        {content?.can.resolve && !isDeleted && (
          <ResolveButton isResolved={is_resolved} onChange={() => onResolve(id, !is_resolved)} />
        )}
      </div>
      {is_removed && <p className={styles.removed}>{t('removed')}</p>}
      {content ? (
        <ThreadComments
          fileId={fileId}
          comments={content.comments}
          isDeleted={isDeleted}
          searchPeople={searchPeople}
          onEdit={onEdit}
          onDelete={(commentId) => onDelete(commentId, id)}
        />
      ) : error ? (
        <div className={styles.failed} role="alert">
          {errorText(error)}
          <Button size="compact-sm" variant="default" onClick={() => void retry()}>
            {t('retry')}
          </Button>
        </div>
      ) : (
        !isDeleted && <CommentSkeletons count={comment_count} />
      )}
      {resolved && (
        <p className={styles.resolved}>
          <IconCheck size={14} aria-hidden />
          {resolved.by ? t('resolvedBy', { user: resolved.by.name }) : t('resolvedBySomebody')}
        </p>
      )}
      {isDeleted && <p className={styles.removed}>{t('missing')}</p>}
      {canReply && (!is_resolved || isAnswered) && (
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
