import type { BlockAction } from '@kaiwa/editor'
import { correctTimes } from '@kaiwa/transcript'
import { Button, Group, TextInput } from '@mantine/core'
import { IconHistory, IconPlayerTrackNext } from '@tabler/icons-react'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Player } from '../player/player.ts'
import { AnchoredPopover } from '../ui/AnchoredPopover.tsx'
import { useOpenFile } from './open-file.ts'
import { readTime, writeTime } from './times-text.ts'
import styles from './TimesPopover.module.css'

interface Props {
  action: BlockAction
  player: Player | null
  /** Opens the history of the block. */
  onHistory: (uuid: string) => void
  onClose: () => void
}

/** Form that corrects start and end of a block. The times of its words move with it. */
export function TimesPopover({ action: { uuid, anchor }, player, onHistory, onClose }: Props) {
  const { t } = useTranslation('editing')
  const { session, control } = useOpenFile()
  const [times, setTimes] = useState(() => {
    const block = session.getState().document.blocks.get(uuid)
    return { start: writeTime(block?.start_time ?? 0), end: writeTime(block?.end_time ?? 0) }
  })
  const [start, end] = [readTime(times.start), readTime(times.end)]
  const isBackwards = start !== null && end !== null && end < start
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (start === null || end === null || isBackwards) return
    const corrected = { start_time: start, end_time: end }
    if (control.edits.run(() => session.edit((document) => correctTimes(document, uuid, corrected)))) onClose()
  }
  const field = (name: 'start' | 'end') => (
    <div className={styles.row}>
      <TextInput
        className={styles.field}
        size="xs"
        label={t(name === 'start' ? 'startTime' : 'endTime')}
        inputMode="decimal"
        value={times[name]}
        error={readTime(times[name]) === null ? t('timeFormat') : name === 'end' && isBackwards && t('timeOrder')}
        onChange={(event) => setTimes({ ...times, [name]: event.currentTarget.value })}
      />
      {player && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlayerTrackNext aria-hidden size={14} />}
          aria-label={t(name === 'start' ? 'startHere' : 'endHere')}
          onClick={() => setTimes({ ...times, [name]: writeTime(player.time()) })}
        >
          {t('playingPosition')}
        </Button>
      )}
    </div>
  )
  return (
    <AnchoredPopover anchor={anchor} label={t('timesTitle')} width={320} onClose={onClose}>
      <form className={styles.form} onSubmit={handleSubmit}>
        {field('start')}
        {field('end')}
        <Group justify="space-between">
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconHistory aria-hidden size={14} />}
            onClick={() => {
              onClose()
              onHistory(uuid)
            }}
          >
            {t('historyOfBlock')}
          </Button>
          <Button size="xs" type="submit" disabled={start === null || end === null || isBackwards}>
            {t('apply')}
          </Button>
        </Group>
      </form>
    </AnchoredPopover>
  )
}
