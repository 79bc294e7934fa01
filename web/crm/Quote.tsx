import type { Citation } from '@kaiwa/contract/chat-messages.ts'
import { formatTime, languageOf } from '@kaiwa/transcript'
import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Player } from '../player/player.ts'
import { usePlayerState } from '../player/use-player.ts'
import { useOpenFile } from '../transcripts/open-file.ts'
import styles from './Crm.module.css'
import { pressQuote, useIsPressedQuote } from './pressed-quote.ts'

function PlayQuote({ player, time }: { player: Player; time: number }) {
  const { t } = useTranslation('crm')
  const { playing } = usePlayerState(player)
  const [self] = useState(() => ({}))
  const isPlaying = useIsPressedQuote(self) && playing
  const handlePress = () => {
    if (isPlaying) {
      player.pause()
      return
    }
    pressQuote(self)
    player.seek(time)
    player.play()
  }
  const label = isPlaying ? t('quote.pause') : t('quote.play', { time: formatTime(time) })
  return (
    <ActionIcon variant="light" size={28} radius="xl" aria-label={label} title={label} onClick={handlePress}>
      {isPlaying ? <IconPlayerPauseFilled size={14} aria-hidden /> : <IconPlayerPlayFilled size={14} aria-hidden />}
    </ActionIcon>
  )
}

interface Props {
  citation: Citation
  /** Shows the quote in the transcript; absent where the transcript is covered. */
  onShow?: (citation: Citation) => void
}

/** A literal quote of the conversation. The button plays the recording at its second, and stops it. */
export function Quote({ citation, onShow }: Props) {
  const { t } = useTranslation('crm')
  const { player } = useOpenFile()
  const { quote, time, speaker, range } = citation
  const text = (
    <>
      <span className={styles.quoteHead}>
        {formatTime(time)}
        {speaker !== null && <span>{speaker}</span>}
      </span>
      <q lang={languageOf([{ content: quote }]) ?? undefined}>{quote}</q>
      {range === null && <span className={styles.quiet}>{t('quote.changed')}</span>}
    </>
  )
  return (
    <li className={styles.quote}>
      {player && <PlayQuote player={player} time={time} />}
      {onShow ? (
        <UnstyledButton className={styles.quoteText} title={t('quote.show')} onClick={() => onShow(citation)}>
          {text}
        </UnstyledButton>
      ) : (
        <span className={styles.quoteText}>{text}</span>
      )}
    </li>
  )
}

/** The evidence of a value. */
export function Quotes({ citations, onShow }: { citations: readonly Citation[]; onShow?: Props['onShow'] }) {
  const { t } = useTranslation('crm')
  if (citations.length === 0) return null
  return (
    <ul className={styles.quotes} aria-label={t('preview.evidence')}>
      {citations.map((citation) => (
        <Quote key={citation.number} citation={citation} {...(onShow ? { onShow } : {})} />
      ))}
    </ul>
  )
}
