// Parts of recording on the folder page and the home: a button next to the upload, and unfinished recordings. Both are small;
// the rest is loaded when it is needed.
import type { Project } from '@kaiwa/contract/workspace.ts'
import { Button } from '@mantine/core'
import { IconMicrophone } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../platform/lazy-part.tsx'
import { useIsRecording } from '../session/current-session.ts'
import { RECORD_PATH, recordAddress } from './record-address.ts'
import { useIsStoredHere } from './recorded-here.ts'
import { useRecord } from './use-record.tsx'

/** Address of the recording screen: for the folder of the page, on the home for the folder 'Recordings'. Null: none. */
export function recordPathOf({
  id,
  is_root_item: isRoot,
  can,
}: Pick<Project, 'id' | 'is_root_item' | 'can'>): string | null {
  if (isRoot) return can.create_folder ? RECORD_PATH : null
  return can.record ? recordAddress(id) : null
}

function RecordAction({ project }: { project: Project }) {
  const { t } = useTranslation()
  const { record, dialog } = useRecord()
  const isRecording = useIsRecording()
  const path = recordPathOf(project)
  if (path === null || isRecording) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMicrophone size={16} aria-hidden="true" />}
        onClick={() => record(path)}
      >
        {t(project.is_root_item ? 'recordFromHome' : 'recordHere')}
      </Button>
      {dialog}
    </>
  )
}

const Unfinished = lazyPart(
  async () => (await import('./UnfinishedRecordings.tsx')).UnfinishedRecordings,
  ['recording'],
)

function UnfinishedNotice() {
  return useIsStoredHere() && <Unfinished />
}

export const recordAction = { id: 'record', order: 20, Action: RecordAction }
export const unfinishedNotice = { id: 'unfinished-recordings', order: 10, Notice: UnfinishedNotice }
