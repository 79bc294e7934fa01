import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import type { FileProps } from './file-page.ts'
import { useDeleteFile } from './queries.ts'

/** Asks before the file is deleted, and then returns to its folder (FILE-07). */
export function DeleteFileDialog({ file, onClose }: FileProps & { onClose: () => void }) {
  const { t } = useTranslation('workspace')
  const navigate = useNavigate()
  const remove = useDeleteFile(file.project_id, file.id, t('fileDeleted'))
  const handleDelete = () =>
    remove.mutate(undefined, { onSuccess: () => void navigate(`/projects/${file.project_id}`, { replace: true }) })
  return (
    <ConfirmDialog
      opened
      danger
      title={t('deleteFileTitle')}
      text={t('deleteFileText', { name: file.title })}
      confirmLabel={t('delete')}
      isBusy={remove.isPending}
      onConfirm={handleDelete}
      onClose={onClose}
    />
  )
}
