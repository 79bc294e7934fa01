import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { folderChoices } from '../../files/home/folder-choices.ts'
import { useTree } from '../../platform/tree-query.ts'
import { lastFolders } from '../../uploads/last-folders.ts'

interface Props {
  value: number
  onChange: (folderId: number) => void
}

/** The folders into which the reader may upload now. */
export function useFolders() {
  return folderChoices(useTree().all_items, lastFolders())
}

/** The folder of a recording. Says when it was deleted or the right to upload into it was lost. */
export function FolderField({ value, onChange }: Props) {
  const { t } = useTranslation('recording')
  const choices = useFolders()
  const isKnown = choices.some(({ id }) => id === value)
  return (
    <NativeSelect
      label={t('finish.folder')}
      value={isKnown ? String(value) : ''}
      error={isKnown ? null : t('finish.folderGone')}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
      data={[
        ...(isKnown ? [] : [{ value: '', label: '–', disabled: true }]),
        ...choices.map(({ id, label }) => ({ value: String(id), label })),
      ]}
    />
  )
}
