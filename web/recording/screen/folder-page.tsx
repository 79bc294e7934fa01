// Parts of recording on the folder page and the home: a button on the home, where the header has none, and unfinished recordings. Both are small;
// the rest is loaded when it is needed.
import type { Project } from '@kaiwa/contract/workspace.ts'
import { Button } from '@mantine/core'
import { IconMicrophone } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../platform/lazy-part.tsx'
import { useIsRecording } from '../session/current-session.ts'
import { RECORD_PATH } from './record-address.ts'
import { useIsStoredHere } from './recorded-here.ts'
import { useRecord } from './use-record.tsx'

/** Address of the recording screen for the folder 'Recordings', on the home of who may create it. Null: none. */
export function recordPathOf({ is_root_item: isRoot, can }: Pick<Project, 'is_root_item' | 'can'>): string | null {
  return isRoot && can.create_folder ? RECORD_PATH : null
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
        {t('recordFromHome')}
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
