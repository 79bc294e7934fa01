import type { Comment } from '@kaiwa/contract/comments.ts'
import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Written } from './CommentForm.tsx'
import { CommentRow } from './CommentRow.tsx'
import styles from './Comments.module.css'
import type { SearchPeople } from './use-mentions.ts'

interface Props {
  fileId: number
  comments: readonly Comment[]
  isDeleted: boolean
  searchPeople: SearchPeople
  onEdit: (commentId: number, written: Written) => Promise<unknown>
  onDelete: (commentId: number) => Promise<unknown>
}

/** Number of last comments that a long thread shows, in addition to its first one. */
const LAST_SHOWN = 3
/** Fewer comments than this are not hidden. */
const MIN_HIDDEN = 2

function idsBetween(comments: readonly Comment[]): ReadonlySet<number> {
  const between = comments.slice(1, -LAST_SHOWN)
  return new Set(between.length < MIN_HIDDEN ? [] : between.map(({ id }) => id))
}

/** The comments of a thread. A long one shows the first and the last ones, and the others by a button. */
export function ThreadComments({ fileId, comments, isDeleted, searchPeople, onEdit, onDelete }: Props) {
  const { t } = useTranslation('comments')
  // Chosen once, so that comments that arrive later hide none that is read or edited.
  const [between] = useState(() => idsBetween(comments))
  const [isExpanded, setIsExpanded] = useState(false)
  const hidden = comments.filter(({ id }) => between.has(id))
  const toRow = (comment: Comment) => (
    <CommentRow
      key={comment.id}
      fileId={fileId}
      // A deleted thread is still shown while it has an unsent reply. Its comments cannot be changed.
      comment={isDeleted ? { ...comment, can: { edit: false, delete: false } } : comment}
      searchPeople={searchPeople}
      onEdit={(written) => onEdit(comment.id, written)}
      onDelete={() => onDelete(comment.id)}
    />
  )
  const isBefore = ({ id }: Comment) => hidden.length > 0 && id < hidden[0]!.id
  return (
    <ul className={styles.comments}>
      {comments.filter(isBefore).map(toRow)}
      {hidden.length > 0 && (
        <li className={styles.more}>
          <Button
            size="compact-sm"
            variant="subtle"
            aria-expanded={isExpanded}
            onClick={() => setIsExpanded(!isExpanded)}
          >
            {t(isExpanded ? 'hideReplies' : 'showReplies', { count: hidden.length })}
          </Button>
        </li>
      )}
      {comments.filter((comment) => !isBefore(comment) && (isExpanded || !between.has(comment.id))).map(toRow)}
    </ul>
  )
}

/** Takes about the room of comments that are being loaded. */
export function CommentSkeletons({ count }: { count: number }) {
  const rows = Array.from({ length: Math.min(count, 1 + LAST_SHOWN) }, (_, index) => index)
  return (
    <div className={styles.comments} aria-busy="true">
      {rows.map((index) => (
        <Skeleton key={index} height={50} radius="sm" />
      ))}
    </div>
  )
}
