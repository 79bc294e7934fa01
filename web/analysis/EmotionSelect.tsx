import { type EditableBlock, formatTime } from '@kaiwa/transcript'
import { SENTIMENT_SIGNS, sentimentSign, type SentimentSign } from '@kaiwa/transcript/sentiment-sign.ts'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSentimentChange } from './use-sentiment-change.ts'

const VALUES: Readonly<Record<SentimentSign, number>> = { positive: 1, neutral: 0, negative: -1 }

interface Props {
  block: EditableBlock
  /** Another person has changed the block and not saved it yet. */
  isLocked: boolean
}

/** The emotion of a block, to be changed (ANA-08). */
export function EmotionSelect({ block: { uuid, start_time, sentiment }, isLocked }: Props) {
  const { t } = useTranslation('analysis')
  const changeSentiment = useSentimentChange()
  const [chosen, setChosen] = useState<SentimentSign | null>(null)
  const shown = chosen ?? sentimentSign(sentiment)
  const handleChange = async (sign: SentimentSign) => {
    // Not disabled while it is saved, because a disabled element loses the focus.
    if (chosen !== null) return
    setChosen(sign)
    await changeSentiment(uuid, VALUES[sign])
    setChosen(null)
  }
  return (
    <NativeSelect
      size="xs"
      aria-label={t('emotionAt', { time: formatTime(start_time) })}
      title={isLocked ? t('locked') : undefined}
      value={shown}
      data-emotion={shown}
      disabled={isLocked}
      data={SENTIMENT_SIGNS.map((value) => ({ value, label: t(`emotions.${value}`) }))}
      onChange={(event) => void handleChange(event.currentTarget.value as SentimentSign)}
    />
  )
}
