import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import type { Tag } from '@kaiwa/contract/tags.ts'
import { useTranslation } from 'react-i18next'
import { Swatch } from './Swatch.tsx'
import type { Tick } from './ticks.ts'
import styles from './Tags.module.css'

interface Props {
  id: string
  tag: Tag
  tick: Tick
  isActive: boolean
  isBusy: boolean
  onPress: () => void
}

const MARKS = { on: IconCheck, mixed: IconMinus, off: null }

/** A row of 36 px: tick state, colour and name of a tag. The search box handles its keys. */
export function TagOption({ id, tag, tick, isActive, isBusy, onPress }: Props) {
  const { t } = useTranslation('tags')
  const Mark = MARKS[tick]
  return (
    <UnstyledButton
      tabIndex={-1}
      id={id}
      role="option"
      aria-selected={tick === 'on'}
      aria-busy={isBusy}
      className={styles.option}
      data-active={isActive || undefined}
      title={tag.name}
      onClick={onPress}
    >
      <span className={styles.tick} data-tick={tick}>
        {Mark && <Mark size={14} stroke={3} aria-hidden="true" />}
      </span>
      <Swatch colour={tag.appearance} />
      <span className={styles.optionName}>{tag.name}</span>
      {tick === 'mixed' && <VisuallyHidden>{t('mixed')}</VisuallyHidden>}
    </UnstyledButton>
  )
}
