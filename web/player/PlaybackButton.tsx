import { ActionIcon } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { MenuButtonProps } from '../ui/lazy-menu.tsx'
import type { Player } from './player.ts'
import { usePlayerState } from './use-player.ts'

export interface PlaybackProps {
  player: Player
  /** The recording has a transcript, whose words tell where it is silent. */
  hasWords: boolean
}

type Props = PlaybackProps & MenuButtonProps

/** Opens the finer settings of playback. Shows whether silence is skipped. */
export function PlaybackButton({ player, hasWords, ...button }: Props) {
  const { t } = useTranslation('player')
  const { skipsSilence } = usePlayerState(player)
  const isOn = hasWords && skipsSilence
  const label = t(isOn ? 'settingsSkipping' : 'settings')
  return (
    <ActionIcon
      variant={isOn ? 'light' : 'subtle'}
      color={isOn ? undefined : 'gray'}
      radius="xl"
      size={40}
      aria-label={label}
      title={label}
      {...button}
      aria-haspopup="dialog"
    >
      <IconAdjustmentsHorizontal aria-hidden size={20} />
    </ActionIcon>
  )
}
