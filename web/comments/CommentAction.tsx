import { LIMITS } from '@kaiwa/contract/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { reportFailure } from '../platform/error-text.ts'
import type { BlockActionProps } from '../transcripts/file-page.ts'
import { useOpenFile } from '../transcripts/open-file.ts'
import { openPanel } from './comment-panel.ts'
import { startComment } from './new-comment.ts'
import { commentsQuery } from './queries.ts'
import { shownPassages } from './shown-passages.ts'

/** Shows the comments of a block, or starts one on the whole block. Does neither when they could not be loaded. */
export function CommentAction({ action: { uuid }, onClose }: BlockActionProps) {
  const open = useOpenFile()
  const { file, session } = open
  const { data, error } = useQuery(commentsQuery(file.id))
  const act = useEffectEvent(() => {
    const first = shownPassages(session, data?.threads ?? []).find((passage) => passage.uuid === uuid)
    const block = session.getState().document.blocks.get(uuid)
    if (first) openPanel(session, { chosen: first.threadId, resolved: false })
    else if (block && block.content !== '') {
      const text = block.content.slice(0, LIMITS.passageOfComment)
      startComment(open, { block_uuid: uuid, start_offset: 0, text, time: block.start_time })
    }
    onClose()
  })
  const giveUp = useEffectEvent(() => {
    reportFailure(error)
    onClose()
  })
  useEffect(() => {
    if (data) act()
    else if (error) giveUp()
  }, [data, error])
  return null
}
