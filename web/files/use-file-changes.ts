import type { ProjectFile, SpokenLanguage } from '@kaiwa/contract/files.ts'
import { useMutation, type QueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/call.ts'
import { toast } from '../platform/toasts.ts'
import { useChange } from '../platform/use-change.ts'
import { refreshFiles } from '../tree/queries.ts'
import { notifyDeleted } from '../tree/notify-deleted.ts'

async function refreshFilesAndUsage(client: QueryClient): Promise<void> {
  await Promise.all([refreshFiles(client), client.invalidateQueries({ queryKey: ['usage'] })])
}

function inProject({ project_id, id }: ProjectFile) {
  return { projectId: project_id, id }
}

export function useRenameFile(file: ProjectFile) {
  const { t } = useTranslation('workspace')
  return useChange((title: string) => call('renameFile', { params: inProject(file), body: { title } }), {
    done: t('fileUpdated'),
    refresh: refreshFiles,
  })
}

export function useDeleteFile(file: ProjectFile) {
  const { t } = useTranslation('workspace')
  return useChange(
    async () => {
      const { trashed_item_ids: itemIds } = await call('deleteFile', { params: inProject(file) })
      notifyDeleted(t('fileDeleted'), itemIds)
    },
    { refresh: refreshFilesAndUsage },
  )
}

/** Downloads the original recording with its file name. */
export function useDownloadFile({ id: fileId }: ProjectFile) {
  const { t } = useTranslation('workspace')
  return useMutation({
    mutationFn: () => call('getDownload', { params: { fileId } }),
    onSuccess: ({ url }) => location.assign(url),
    onError: () => toast.error(t('downloadFailed')),
  })
}

/** Cancels the analysis of a file; used minutes are not refunded. */
export function useCancelFile({ id: fileId }: ProjectFile) {
  return useChange(() => call('cancelFile', { params: { fileId } }), { refresh: refreshFilesAndUsage })
}

/** Restarts after the last completed stage. */
export function useRetryFile({ id: fileId }: ProjectFile) {
  return useChange(() => call('retryFile', { params: { fileId }, body: {} }), { refresh: refreshFilesAndUsage })
}

/** Recognises a file again in another language. */
export function useChangeLanguage({ id: fileId }: ProjectFile) {
  return useChange((language: SpokenLanguage) => call('changeLanguage', { params: { fileId }, body: { language } }), {
    refresh: async (client) => {
      await Promise.all([refreshFilesAndUsage(client), client.invalidateQueries({ queryKey: ['file', fileId] })])
    },
  })
}

export function useRedoFile({ id: fileId }: ProjectFile) {
  return useChange(() => call('redoFile', { params: { fileId } }), { refresh: refreshFilesAndUsage })
}
