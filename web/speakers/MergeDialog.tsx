import type { Speaker } from '@kaiwa/contract/speakers.ts'
import { NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpenFile } from '../transcripts/open-file.ts'
import { mergeable } from './merge-choice.ts'
import { MergeForm } from './MergeForm.tsx'
import { refreshSpeakers } from './queries.ts'

interface Props {
  speakers: readonly Speaker[]
  /** The initially selected target, which remains after the merge. */
  targetId: number
  onMerged: (mergedId: number) => void
  onClose: () => void
}

/** Merges one speaker of the file into another (SPK-18…24). */
export function MergeDialog({ speakers, targetId: firstTarget, onMerged, onClose }: Props) {
  const { t } = useTranslation('speakers')
  const common = useTranslation().t
  const { file } = useOpenFile()
  const client = useQueryClient()
  const [targetId, setTargetId] = useState<number | null>(firstTarget)
  return (
    <MergeForm
      targetId={targetId}
      candidates={mergeable(speakers, targetId)}
      scope={{ project_id: file.project_id, project_file_id: file.id }}
      text={t('mergeText')}
      note={t('mergeGone')}
      none={t('noneToMerge')}
      refresh={() => refreshSpeakers(client, file.project_id)}
      onMerged={onMerged}
      onClose={onClose}
    >
      <NativeSelect
        label={t('target')}
        value={targetId === null ? '' : String(targetId)}
        error={targetId === null && common('select', { label: t('target') })}
        data={[
          { value: '', label: t('targetPlaceholder') },
          ...speakers.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(event) => setTargetId(Number(event.currentTarget.value) || null)}
      />
    </MergeForm>
  )
}
