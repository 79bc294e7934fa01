import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { folderChoices } from '../../files/home/folder-choices.ts'
import { useTree } from '../../platform/tree-query.ts'
import { lastFolders } from '../../uploads/last-folders.ts'

interface Props {
  value: number
  onChange: (folderId: number) => void
}

/** The folder of a recording, of those into which the reader may upload. A folder that is gone is not among them. */
export function FolderField({ value, onChange }: Props) {
  const { t } = useTranslation('recording')
  const choices = folderChoices(useTree().all_items, lastFolders())
  const isKnown = choices.some(({ id }) => id === value)
  return (
    <NativeSelect
      label={t('finish.folder')}
      value={isKnown ? String(value) : ''}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
      data={[
        ...(isKnown ? [] : [{ value: '', label: '–', disabled: true }]),
        ...choices.map(({ id, label }) => ({ value: String(id), label })),
      ]}
    />
  )
}
