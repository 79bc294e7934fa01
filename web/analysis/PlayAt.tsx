import { formatTime } from '@kaiwa/transcript'
import { Button } from '@mantine/core'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useOpenFile } from '../transcripts/open-file.ts'

/** A time in seconds that plays the recording from there; only the time while there is no player. */
export function PlayAt({ time }: { time: number }) {
  const { t } = useTranslation('analysis')
  const { player } = useOpenFile()
  const shown = formatTime(time)
  if (!player) return <span>{shown}</span>
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconPlayerPlayFilled size={12} aria-hidden="true" />}
      aria-label={t('playFrom', { time: shown })}
      onClick={() => {
        player.seek(time)
        player.play()
      }}
    >
      {shown}
    </Button>
  )
}
