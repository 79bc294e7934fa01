import type { ThreadSummary } from '@kaiwa/contract/comments.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useOpenFile } from '../transcripts/open-file.ts'
import { Sidebar } from '../transcripts/Sidebar.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { changePanel, closePanel, usePanel } from './comment-panel.ts'
import { CommentList } from './CommentList.tsx'
import { endComment } from './new-comment.ts'
import { commentsQuery } from './queries.ts'
import { useCommentChanges } from './use-comment-changes.ts'

/** Initial width in pixels. */
const WIDTH = 360

/** The panel of comments. `onShow` scrolls the transcript to a block. */
export function CommentSidebar({ onShow }: { onShow: (thread: ThreadSummary) => void }) {
  const { t } = useTranslation('comments')
  const open = useOpenFile()
  const { file, session, player } = open
  const { data, error, refetch } = useQuery(commentsQuery(file.id))
  const panel = usePanel(session)
  const { create, reply, edit, resolve, remove, searchPeople } = useCommentChanges(file.id)
  return (
    <Sidebar
      side="right"
      title={t('title')}
      storageKey="kaiwa.comments-width"
      initial={WIDTH}
      onClose={() => closePanel(session)}
    >
      {data ? (
        <CommentList
          fileId={file.id}
          threads={data.threads}
          panel={panel}
          canComment={file.can.comment}
          searchPeople={searchPeople}
          onFilter={(resolved) => changePanel(session, { resolved, chosen: null })}
          onChoose={(thread) => {
            changePanel(session, { chosen: thread.id })
            onShow(thread)
          }}
          onPlay={(time) => {
            player?.seek(time)
            player?.play()
          }}
          onCreate={async (passage, written) => {
            const { id } = await create(passage, written)
            endComment(open, passage)
            changePanel(session, { chosen: id })
          }}
          onDiscard={(passage) => endComment(open, passage)}
          onReply={reply}
          onEdit={edit}
          onResolve={resolve}
          onDelete={remove}
        />
      ) : error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Sidebar>
  )
}
