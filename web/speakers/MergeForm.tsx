import type { Speaker } from '@kaiwa/contract/speakers.ts'
import { Alert, Button, Group, Radio, ScrollArea, Stack, Text } from '@mantine/core'
import { IconArrowMerge } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf } from '../platform/api-error.ts'
import { call } from '../platform/call.ts'
import { toast } from '../platform/toasts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { SpeakerAvatar } from '../ui/SpeakerAvatar.tsx'
import styles from './MergeDialog.module.css'

interface Props {
  /** The speaker that remains; null until one is chosen. */
  targetId: number | null
  candidates: readonly Pick<Speaker, 'id' | 'name' | 'avatar'>[]
  /** Scope of the merge: one file, or all files. */
  scope: { project_id: number; project_file_id?: number }
  /** Description of the effect, and a note that it cannot be undone. */
  text: string
  note: string
  /** Text shown when there are no candidates. */
  none: string
  /** Shows or selects the target, and filters the candidates. */
  children: ReactNode
  refresh: () => Promise<unknown>
  onMerged: (mergedId: number) => void
  onClose: () => void
}

/** Merges one speaker into another. */
export function MergeForm({ targetId, candidates, scope, text, note, none, children, ...props }: Props) {
  const { refresh, onMerged, onClose } = props
  const { t } = useTranslation('speakers')
  const { t: common } = useTranslation()
  const [chosenId, setChosenId] = useState<number | null>(null)
  const [isSending, setIsSending] = useState(false)
  const merged = candidates.find(({ id }) => id === chosenId)

  const merge = async (target: number, id: number) => {
    setIsSending(true)
    try {
      const ids = { target_speaker_id: target, destination_speaker_id: id }
      await call('mergeSpeakers', { body: { ...scope, ...ids } })
      toast.success(t('mergeDone'))
      void refresh().catch(() => undefined)
      onMerged(id)
    } catch (error) {
      console.error(error)
      const code = codeOf(error)
      if (code === 'E_LOCKED') toast.error(t('mergeLocked'))
      else toast.error(t(code === 'E_FORBIDDEN' ? 'mergeForbidden' : 'mergeFailed'))
      setIsSending(false)
    }
  }
  return (
    <Dialog opened title={t('mergeTitle')} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">{text}</Text>
        {children}
        {candidates.length === 0 ? (
          <Alert color="gray">{none}</Alert>
        ) : (
          <Radio.Group
            label={t('merged')}
            value={merged ? String(merged.id) : null}
            onChange={(id) => setChosenId(Number(id))}
          >
            <ScrollArea.Autosize
              mah={260}
              type="auto"
              scrollbars="y"
              className={styles.candidates}
              classNames={{ content: styles.inner }}
            >
              {candidates.map((one) => (
                <Radio.Card key={one.id} value={String(one.id)} className={styles.candidate} withBorder={false}>
                  <Radio.Indicator />
                  <SpeakerAvatar speaker={one} size={28} />
                  <span className={styles.name} title={one.name}>
                    {one.name}
                  </span>
                </Radio.Card>
              ))}
            </ScrollArea.Autosize>
          </Radio.Group>
        )}
        <Text size="xs" c="dimmed">
          {note}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button
            leftSection={<IconArrowMerge aria-hidden size={16} />}
            disabled={targetId === null || !merged}
            loading={isSending}
            onClick={() => targetId !== null && merged && void merge(targetId, merged.id)}
          >
            {t('merge')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
