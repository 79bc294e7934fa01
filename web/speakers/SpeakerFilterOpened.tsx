import { isCompositionKey } from '@kaiwa/editor/is-composition-key.ts'
import { ALL_SPEAKERS } from '@kaiwa/transcript'
import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowMerge } from '@tabler/icons-react'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../platform/lazy-part.tsx'
import { useOpenFile } from '../transcripts/open-file.ts'
import { useOpensAtOnce } from '../ui/lazy-menu.tsx'
import { SpeakerAvatar } from '../ui/SpeakerAvatar.tsx'
import styles from './SpeakerFilter.module.css'
import { SpeakerFilterButton } from './SpeakerFilterButton.tsx'
import type { SpeakerFilterProps } from './SpeakerFilterButton.tsx'
import { useFileSpeakers } from './use-speakers.ts'

const MergeAction = lazyPart(async () => (await import('./MergeAction.tsx')).MergeAction, ['speakers'])

/** A long name is truncated to leave space for the action. */
const LABEL = { itemLabel: { minWidth: 0 } }

/** The left and right arrow keys move between an entry and its action. */
function walkRow(event: KeyboardEvent<HTMLElement>): void {
  if (isCompositionKey(event.nativeEvent) || (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft')) return
  const [entry, action] = event.currentTarget.querySelectorAll('button')
  const next = event.key === 'ArrowRight' ? action : entry
  if (!next) return
  event.stopPropagation()
  event.preventDefault()
  next.focus()
}

/** The filter by speaker, with an action to merge other speakers into each (EDIT-12, EDIT-13). */
export function SpeakerFilterOpened({ speaker, onSpeaker }: SpeakerFilterProps) {
  const { t } = useTranslation('transcripts')
  const { file, session } = useOpenFile()
  const speakers = useFileSpeakers(file, session)
  const { target, opened, setOpened } = useOpensAtOnce()
  /** The target of the merge dialog. */
  const [targetId, setTargetId] = useState<number | null>(null)
  const chosen = speakers.find(({ id }) => id === speaker)
  const handleMerged = (mergedId: number) => {
    if (mergedId === speaker) onSpeaker(ALL_SPEAKERS)
  }
  return (
    <>
      <Menu
        opened={opened}
        onChange={setOpened}
        position="bottom-end"
        width={260}
        shadow="md"
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <SpeakerFilterButton ref={target} speaker={speaker} />
        </Menu.Target>
        <Menu.Dropdown className={styles.dropdown} aria-label={t('speakerFilter')}>
          <Menu.Label>{t('speakerFilter')}</Menu.Label>
          <Menu.RadioGroup value={String(chosen?.id ?? ALL_SPEAKERS)} onChange={(id) => onSpeaker(Number(id))}>
            <Menu.RadioItem closeMenuOnClick value={String(ALL_SPEAKERS)}>
              {t('allSpeakers')}
            </Menu.RadioItem>
            {speakers.map((one) => (
              <div key={one.id} className={styles.row} role="presentation" onKeyDownCapture={walkRow}>
                <Menu.RadioItem
                  closeMenuOnClick
                  value={String(one.id)}
                  title={one.name}
                  className={styles.entry}
                  styles={LABEL}
                >
                  <span className={styles.who}>
                    <SpeakerAvatar speaker={one} size={20} />
                    <span className={styles.name}>{one.name}</span>
                  </span>
                </Menu.RadioItem>
                {file.can.edit && (
                  <ActionIcon
                    role="menuitem"
                    tabIndex={-1}
                    variant="subtle"
                    color="gray"
                    size={28}
                    aria-label={t('mergeInto', { name: one.name })}
                    title={t('mergeInto', { name: one.name })}
                    onClick={() => {
                      setOpened(false)
                      setTargetId(one.id)
                    }}
                  >
                    <IconArrowMerge aria-hidden size={16} />
                  </ActionIcon>
                )}
              </div>
            ))}
          </Menu.RadioGroup>
        </Menu.Dropdown>
      </Menu>
      {targetId !== null && (
        <MergeAction targetId={targetId} onMerged={handleMerged} onClose={() => setTargetId(null)} />
      )}
    </>
  )
}
