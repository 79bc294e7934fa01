import type { Speaker } from '@kaiwa/contract/speakers.ts'
import { Alert, Button, Group, NativeSelect, Radio, ScrollArea, Stack, Text } from '@mantine/core'
import { IconArrowMerge } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf } from '../platform/api-error.ts'
import { call } from '../platform/call.ts'
import { toast } from '../platform/toasts.ts'
import { useOpenFile } from '../transcripts/open-file.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { PersonAvatar } from '../ui/PersonAvatar.tsx'
import { mergeable } from './merge-choice.ts'
import { refreshSpeakers } from './queries.ts'
import styles from './MergeDialog.module.css'

interface Props {
  speakers: readonly Speaker[]
  /** Who survives, at first. */
  targetId: number
  onMerged: (mergedId: number) => void
  onClose: () => void
}

/** Makes everything that one speaker says in the file what another says (SPK-18…24). */
export const MergeDialog = ({ speakers, targetId: firstTarget, onMerged, onClose }: Props) => {
  const { t } = useTranslation('speakers')
  const { t: common } = useTranslation()
  const { file } = useOpenFile()
  const client = useQueryClient()
  const [targetId, setTargetId] = useState<number | null>(firstTarget)
  const [chosenId, setChosenId] = useState<number | null>(null)
  const [isSending, setIsSending] = useState(false)
  const candidates = mergeable(speakers, targetId)
  const merged = candidates.find(({ id }) => id === chosenId)

  const merge = async (target: number, { id }: Speaker) => {
    setIsSending(true)
    try {
      const ids = { target_speaker_id: target, destination_speaker_id: id }
      await call('mergeSpeakers', { body: { project_id: file.project_id, project_file_id: file.id, ...ids } })
      toast.success(t('mergeDone'))
      void refreshSpeakers(client, file.project_id).catch(() => undefined)
      onMerged(id)
    } catch (error) {
      toast.error(codeOf(error) === 'E_LOCKED' ? t('mergeLocked') : t('mergeFailed'))
      setIsSending(false)
    }
  }
  return (
    <Dialog opened title={t('mergeTitle')} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">{t('mergeText')}</Text>
        <NativeSelect
          label={t('target')}
          value={targetId === null ? '' : String(targetId)}
          data={[
            { value: '', label: t('targetPlaceholder') },
            ...speakers.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(event) => setTargetId(Number(event.currentTarget.value) || null)}
        />
        {candidates.length === 0 ? (
          <Alert color="gray">{t('noneToMerge')}</Alert>
        ) : (
          <Radio.Group
            label={t('merged')}
            value={merged ? String(merged.id) : null}
            onChange={(id) => setChosenId(Number(id))}
          >
            <ScrollArea.Autosize mah={260} type="auto" className={styles.candidates}>
              {candidates.map((one) => (
                <Radio.Card key={one.id} value={String(one.id)} className={styles.candidate} withBorder={false}>
                  <Radio.Indicator />
                  <PersonAvatar person={one} size={28} />
                  <span className={styles.name} title={one.name}>
                    {one.name}
                  </span>
                </Radio.Card>
              ))}
            </ScrollArea.Autosize>
          </Radio.Group>
        )}
        <Text size="xs" c="dimmed">
          {t('mergeGone')}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button
            leftSection={<IconArrowMerge aria-hidden size={16} />}
            disabled={targetId === null || !merged}
            loading={isSending}
            onClick={() => targetId !== null && merged && void merge(targetId, merged)}
          >
            {t('merge')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
