import { differences } from '@kaiwa/transcript'
import type { EditSessionState } from '@kaiwa/editor'
import { Alert, Button, Group, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../platform/dates.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { useOpenFile, useSessionState } from '../open-file.ts'
import { DifferenceList } from '../history/DifferenceList.tsx'
import type { Draft } from './draft-store.ts'

interface Props {
  draft: Draft
  onLater: () => void
  onClose: () => void
}

function currentDocument({ document }: EditSessionState) {
  return document
}

/** Shows what a draft would change in the current document, and where others have changed the same blocks. */
export function DraftDialog({ draft, onLater, onClose }: Props) {
  const { t } = useTranslation('editing')
  const { session, control } = useOpenFile()
  const document = useSessionState(session, currentDocument)
  const shown = useMemo(() => differences(draft.changes, document), [draft, document])
  const conflicts = shown.filter(({ isConflict }) => isConflict).length
  const [isBusy, setIsBusy] = useState(false)
  const act = (action: Promise<void>) => {
    setIsBusy(true)
    void action.then(onClose)
  }
  return (
    <Dialog opened size="lg" title={t('draftTitle')} onClose={onClose}>
      <Text size="sm" mb="sm">
        {t('draftText', { time: formatDateTime(draft.at), count: shown.length })}
      </Text>
      {conflicts > 0 && (
        <Alert color="yellow" mb="sm" variant="light">
          {t('draftConflicts', { count: conflicts })}
        </Alert>
      )}
      <DifferenceList differences={shown} />
      <Group justify="flex-end" mt="lg">
        <Button variant="subtle" color="red" disabled={isBusy} onClick={() => act(control.deleteDraft(draft))}>
          {t('draftDiscard')}
        </Button>
        <Button variant="default" disabled={isBusy} onClick={onLater}>
          {t('later')}
        </Button>
        <Button data-autofocus loading={isBusy} onClick={() => act(control.applyDraft(draft))}>
          {t('draftApply')}
        </Button>
      </Group>
    </Dialog>
  )
}
