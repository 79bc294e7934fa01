import type { Comment } from '@kaiwa/contract/comments.ts'
import { commentParts } from './comment-parts.ts'
import styles from './Comments.module.css'

/** The text of a comment with its links and mentions. */
export function CommentText({ body, mentions }: Pick<Comment, 'body' | 'mentions'>) {
  return (
    <p className={styles.text}>
      {commentParts(body, mentions).map(({ kind, text, offset: key }) => {
        if (kind === 'text') return text
        if (kind === 'mention')
          return (
            <span key={key} className={styles.mention}>
              {text}
            </span>
          )
        return (
          <a key={key} href={text} target="_blank" rel="noopener noreferrer nofollow">
            {text}
          </a>
        )
      })}
    </p>
  )
}
