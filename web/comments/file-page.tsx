// Parts that comments add to the file page. The layer is loaded after the text and fetches the list.
import type { ThreadSummary } from '@kaiwa/contract/comments.ts'
import { ActionIcon } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { loadTexts } from '../platform/i18n.ts'
import { lazyPart } from '../platform/lazy-part.tsx'
import type {
  BlockActionEntry,
  OverlayProps,
  Panel,
  PanelProps,
  SelectionActionProps,
  SelectionEntry,
  ToolbarEntry,
} from '../transcripts/file-page.ts'
import { useEditState } from '../transcripts/editing/use-editing.ts'
import { useOpenFile } from '../transcripts/open-file.ts'
import { openDrawer, useDrawer } from '../transcripts/use-sidebar-open.ts'
import { closePanel, openPanel, usePanel } from './comment-panel.ts'
import styles from './CommentToggle.module.css'
import { commentsQuery } from './queries.ts'

function useIsOpen() {
  const { session } = useOpenFile()
  const { isOpen } = usePanel(session)
  const { isDrawer, isDrawerOpen } = useDrawer(session, 'comments')
  return { session, isDrawer, isOpen: isDrawer ? isDrawerOpen : isOpen }
}

/** The button that toggles the panel, with the number of open threads once it is known. */
function CommentToggle() {
  const { t } = useTranslation('transcripts')
  const { file, control } = useOpenFile()
  const { session, isOpen } = useIsOpen()
  const { mode } = useEditState(control)
  const { data } = useQuery({ ...commentsQuery(file.id), enabled: false })
  const count = data?.threads.filter(({ is_resolved }) => !is_resolved).length ?? 0
  const label = count > 0 ? t('commentPanelOpen', { count }) : t('commentPanel')
  return (
    <ActionIcon
      className={styles.toggle}
      variant={isOpen ? 'light' : 'subtle'}
      color={isOpen ? undefined : 'gray'}
      size={36}
      aria-label={label}
      title={label}
      aria-expanded={isOpen}
      // The number is drawn by the style sheet, because the name of the button has it already.
      data-count={count > 99 ? '99+' : count || undefined}
      data-editing={mode !== 'reading' || undefined}
      onClick={() => (isOpen ? closePanel(session) : openPanel(session))}
    >
      <IconMessageCircle size={18} aria-hidden="true" />
    </ActionIcon>
  )
}

const CommentSidebar = lazyPart(async () => (await import('./CommentSidebar.tsx')).CommentSidebar, ['comments'])

function CommentAside({ onShow }: PanelProps) {
  const { isOpen, isDrawer } = useIsOpen()
  const handleShow = ({ block_uuid: uuid }: ThreadSummary) => {
    // The chosen passage stays marked behind the drawer.
    if (isDrawer) openDrawer(null)
    onShow(uuid)
  }
  return isOpen && <CommentSidebar onShow={handleShow} />
}

export const commentsPanel: Panel = { id: 'comments', order: 30, side: 'right', Panel: CommentAside }

export const commentsToggle: ToolbarEntry = { id: 'comments', order: 12, side: 'end', Entry: CommentToggle }

/** Shows the comments of a block or starts one. */
export const commentAction: BlockActionEntry = {
  id: 'comments',
  order: 30,
  types: ['comment'],
  Action: lazyPart(async () => (await import('./CommentAction.tsx')).CommentAction, ['comments']),
}

export const commentLayer = {
  id: 'comments',
  order: 30,
  Overlay: lazyPart<Pick<OverlayProps, 'view'>>(async () => (await import('./CommentLayer.tsx')).CommentLayer),
}

export const selectionComment: SelectionEntry<SelectionActionProps> = {
  id: 'comment',
  order: 5,
  isAvailable: ({ can }) => can.comment,
  load: async () => {
    const [{ SelectionComment }] = await Promise.all([import('./SelectionComment.tsx'), loadTexts(['comments'])])
    return SelectionComment
  },
}
