import { ActionIcon, Box } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useCallback, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useOpenFile } from '../transcripts/open-file.ts'
import { useTags } from './queries.ts'
import { Swatch } from './Swatch.tsx'
import styles from './Tags.module.css'
import type { Passage } from './tag-usage.ts'
import type { HoveredPassages } from './use-passage-under-pointer.ts'
import { usePopoverPosition } from '../transcripts/selection/use-popover-position.ts'
import { useTagging } from './use-tagging.ts'

interface Props {
  pointed: HoveredPassages
  isLocked: boolean
  onClose: () => void
}

/** The tags of a passage, with a button to remove each. Keyboard users find the same in the sidebar's lists. */
export function TagCard({ pointed, isLocked, onClose }: Props) {
  const { t } = useTranslation('tags')
  const { t: transcripts } = useTranslation('transcripts')
  const { file, session } = useOpenFile()
  const { untag } = useTagging(session)
  const { data: tags = [] } = useTags()
  const card = useRef<HTMLDivElement>(null)
  const target = useCallback(() => pointed.rect, [pointed])
  const position = usePopoverPosition(card, target, null)
  const shown = pointed.passages.flatMap((passage) => {
    const tag = tags.find(({ id }) => id === passage.tag_id)
    return tag ? [{ passage, tag }] : []
  })
  const handleUntag = ({ uuid, offset, text, tag_id }: Passage) => {
    void untag([{ uuid, start: offset, end: offset + text.length }], tag_id)
    onClose()
  }
  if (shown.length === 0) return null
  return createPortal(
    <Box
      ref={card}
      className={styles.card}
      style={position ?? { visibility: 'hidden' }}
      role="group"
      aria-label={t('passage')}
      data-tag-card
    >
      <ul className={styles.cardList}>
        {shown.map(({ passage, tag }) => (
          <li key={passage.tag_uuid} className={styles.cardRow}>
            <Swatch colour={tag.appearance} />
            <span className={styles.cardName}>{tag.name}</span>
            {file.can.edit && !isLocked && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={24}
                aria-label={t('untag', { name: tag.name })}
                title={t('untag', { name: tag.name })}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => handleUntag(passage)}
              >
                <IconX size={14} aria-hidden="true" />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {file.can.edit && isLocked && <p className={styles.locked}>{transcripts('lockedBlock')}</p>}
    </Box>,
    document.body,
  )
}
