import { IconMicrophone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useTree } from '../../platform/tree-query.ts'
import { findFolder } from '../../tree/find-folder.ts'
import { projectQuery } from '../../tree/queries.ts'
import { HeaderButton } from '../../ui/HeaderButton.tsx'
import { useIsRecording } from '../session/current-session.ts'
import { folderToRecordInto, recordAddress } from './record-address.ts'
import { useRecord } from './use-record.tsx'

/** The folder of the page into which the reader may record, by its id; null on other pages (APP-07, PERM-13). */
function useFolderToRecordInto(): number | null {
  const { pathname } = useLocation()
  const id = folderToRecordInto(pathname)
  const { all_items: items } = useTree()
  const known = id === null ? undefined : findFolder(items, id)
  // Recording requires the right to upload: without it, no request is sent.
  const isPossible = known !== undefined && known.can.upload && !known.is_root_item
  const { data: project } = useQuery({ ...projectQuery(id ?? 0), enabled: isPossible })
  return isPossible && project?.can.record ? project.id : null
}

/** The record button of the header, on the pages of a folder below the root and of its files. */
export function RecordButton() {
  const { t } = useTranslation()
  const folderId = useFolderToRecordInto()
  const isRecording = useIsRecording()
  const { record, dialog } = useRecord()
  if (folderId === null || isRecording) return null
  return (
    <>
      <HeaderButton
        icon={<IconMicrophone size={18} aria-hidden="true" />}
        label={t('record')}
        variant="outline"
        onClick={() => record(recordAddress(folderId))}
      />
      {dialog}
    </>
  )
}
