import type { Comment } from '@kaiwa/contract/comments.ts'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../platform/dates.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { PersonAvatar } from '../ui/PersonAvatar.tsx'
import { CommentForm, type Written } from './CommentForm.tsx'
import styles from './Comments.module.css'
import { CommentText } from './CommentText.tsx'
import type { SearchPeople } from './use-mentions.ts'

interface Props {
  fileId: number
  comment: Comment
  searchPeople: SearchPeople
  onEdit: (written: Written) => Promise<unknown>
  onDelete: () => Promise<unknown>
}

/** A comment with its author; its menu changes or deletes it. */
export function CommentRow({ fileId, comment, searchPeople, onEdit, onDelete }: Props) {
  const { t } = useTranslation('comments')
  const [state, setState] = useState<'reading' | 'editing' | 'deleting'>('reading')
  const [isBusy, setIsBusy] = useState(false)
  const { author, body, mentions, created_at, edited_at, can } = comment
  const name = author?.name ?? t('formerUser')
  const handleDelete = async () => {
    setIsBusy(true)
    try {
      await onDelete()
    } catch {
      // The caller has shown why.
    }
    setIsBusy(false)
    setState('reading')
  }
  return (
    <li className={styles.comment}>
      <div className={styles.head}>
        <PersonAvatar person={author ?? { name, avatar: null }} size={24} />
        <span className={styles.author} title={name}>
          {name}
        </span>
        <time className={styles.date} dateTime={created_at}>
          {formatDateTime(created_at)}
        </time>
        {(can.edit || can.delete) && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={24}
                aria-label={author ? t('menu', { user: name }) : t('menuOfFormerUser')}
              >
                <IconDots size={16} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {can.edit && <Menu.Item onClick={() => setState('editing')}>{t('edit')}</Menu.Item>}
              {can.delete && (
                <Menu.Item color="var(--kaiwa-bad)" onClick={() => setState('deleting')}>
                  {t('delete')}
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      {state === 'editing' ? (
        <CommentForm
          fileId={fileId}
          draftKey={`edit ${comment.id}`}
          label={t('editLabel')}
          submitLabel={t('save')}
          initial={{ text: body, people: mentions.map(({ user_id: id, name: written }) => ({ id, name: written })) }}
          hasFocus
          searchPeople={searchPeople}
          onSubmit={async (written) => {
            await onEdit(written)
            setState('reading')
          }}
          onCancel={() => setState('reading')}
        />
      ) : (
        <>
          <CommentText body={body} mentions={mentions} />
          {edited_at && <span className={styles.edited}>{t('edited')}</span>}
        </>
      )}
      <ConfirmDialog
        opened={state === 'deleting'}
        title={t('deleteTitle')}
        text={t('deleteText')}
        confirmLabel={t('delete')}
        isBusy={isBusy}
        danger
        onConfirm={() => void handleDelete()}
        onClose={() => setState('reading')}
      />
    </li>
  )
}
