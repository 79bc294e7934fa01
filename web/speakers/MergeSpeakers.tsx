import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpenFile } from '../transcripts/open-file.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { MergeDialog } from './MergeDialog.tsx'
import { useFileSpeakers } from './use-speakers.ts'

interface Props {
  targetId: number
  /** Called after a speaker was merged and removed. */
  onMerged: (mergedId: number) => void
  onClose: () => void
}

/** Time (ms) for which the merge message is shown before the transcript changes (SPK-22). */
const REFRESH_MS = 1_300

/** Unsaved changes must be saved before a merge (SPK-23). */
export function MergeSpeakers({ targetId, onMerged, onClose }: Props) {
  const { t } = useTranslation('speakers')
  const { t: common } = useTranslation()
  const { file, session, control } = useOpenFile()
  const speakers = useFileSpeakers(file, session)
  const [isUnsaved, setIsUnsaved] = useState(() => session.getState().isDirty)
  const [isSaving, setIsSaving] = useState(false)
  const handleSave = async () => {
    setIsSaving(true)
    setIsUnsaved(!(await control.save()))
    setIsSaving(false)
  }
  const handleMerged = (mergedId: number) => {
    setTimeout(() => void control.feed.catchUp().catch(() => undefined), REFRESH_MS)
    onMerged(mergedId)
    onClose()
  }
  if (!isUnsaved)
    return <MergeDialog speakers={speakers} targetId={targetId} onMerged={handleMerged} onClose={onClose} />
  return (
    <Dialog opened title={t('unsavedTitle')} onClose={onClose}>
      <Text>{t('unsavedText')}</Text>
      <Text mb="lg">{t('unsavedQuestion')}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {common('cancel')}
        </Button>
        <Button data-autofocus loading={isSaving} onClick={() => void handleSave()}>
          {common('save')}
        </Button>
      </Group>
    </Dialog>
  )
}
