import { Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callFile } from '../platform/call.ts'
import { errorText } from '../platform/error-text.ts'
import { saveFile } from '../platform/save-file.ts'
import { toast } from '../platform/toasts.ts'
import type { SelectionProps } from '../transcripts/file-page.ts'
import { useOpenFile } from '../transcripts/open-file.ts'
import { selectedPassage } from '../transcripts/selection/selected-passage.ts'
import { writeTime } from '../transcripts/times-text.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { CLIP_MINUTES, type ClipKind, readClipTimes } from './clip-times.ts'
import { DownloadButtons } from './DownloadButtons.tsx'

/** Exports the recording of a selection as sound or video. Closing the dialog gives the clip up. */
export function ClipDialog({ selected, onClose }: SelectionProps & { onClose: () => void }) {
  const { t } = useTranslation('exchange')
  const { file, session } = useOpenFile()
  const [texts, setTexts] = useState(() => {
    const passage = selectedPassage(session.getState().document, selected.ranges)
    return { start: writeTime(passage?.start_time ?? 0), end: writeTime(passage?.end_time ?? 0) }
  })
  const [kind, setKind] = useState<ClipKind>(file.is_audio ? 'audio' : 'video')
  const [isSending, setIsSending] = useState(false)
  const leaving = useRef<AbortController>(null)
  useEffect(() => () => leaving.current?.abort(), [])
  const times = readClipTimes(texts, kind, file.duration)
  const isWrong = 'fault' in times

  const handleDownload = async () => {
    if (isWrong) return
    const abort = (leaving.current = new AbortController())
    setIsSending(true)
    try {
      const query = { start: times.start, end: times.end, kind }
      const { content, name } = await callFile(
        'exportClip',
        { params: { fileId: file.id }, query },
        { signal: abort.signal },
      )
      if (abort.signal.aborted) return
      saveFile(content, name)
      onClose()
    } catch (error) {
      if (abort.signal.aborted) return
      toast.error(errorText(error))
      setIsSending(false)
    }
  }

  const field = (name: 'start' | 'end') => (
    <TextInput
      flex={1}
      label={t(name === 'start' ? 'clipStart' : 'clipEnd')}
      inputMode="decimal"
      value={texts[name]}
      error={isWrong && times.field === name && t(`clipFault.${times.fault}`, { max: CLIP_MINUTES[kind] })}
      onChange={(event) => setTexts({ ...texts, [name]: event.currentTarget.value })}
    />
  )
  return (
    <Dialog opened onClose={onClose} title={t('clipTitle')}>
      <Stack gap="md">
        <Group align="flex-start" gap="sm">
          {field('start')}
          {field('end')}
        </Group>
        {!file.is_audio && (
          <Radio.Group label={t('format')} value={kind} onChange={setKind}>
            <Group gap="lg" mt={6}>
              <Radio value="video" label={t('clipKind.video')} description=".mp4" data-autofocus />
              <Radio value="audio" label={t('clipKind.audio')} description=".m4a" />
            </Group>
          </Radio.Group>
        )}
        <Text size="xs" c="dimmed" role="status">
          {isSending
            ? t('clipRunning')
            : t('clipLength', { seconds: isWrong ? '–' : (times.end - times.start).toFixed(1) })}
        </Text>
        <DownloadButtons isSending={isSending} disabled={isWrong} onDownload={handleDownload} onClose={onClose} />
      </Stack>
    </Dialog>
  )
}
