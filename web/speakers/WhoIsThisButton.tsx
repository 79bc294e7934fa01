import { isUnnamed } from '@kaiwa/transcript/speaker-identity.ts'
import { ActionIcon } from '@mantine/core'
import { IconUserQuestion } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../platform/lazy-part.tsx'
import { useEditState } from '../transcripts/editing/use-editing.ts'
import { useOpenFile } from '../transcripts/open-file.ts'
import styles from './SpeakerFilter.module.css'
import { useFileSpeakers } from './use-speakers.ts'

const WhoIsThis = lazyPart(async () => (await import('./WhoIsThis.tsx')).WhoIsThis, ['speakers'])

/** Shown while speakers of a processed file have no name, to those who may name them. Not in edit mode. */
export function WhoIsThisButton() {
  const { t } = useTranslation('transcripts')
  const { file, session, control } = useOpenFile()
  const { mode } = useEditState(control)
  const unnamed = useFileSpeakers(file, session).filter(({ name }) => isUnnamed(name))
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  /** Of the open popover. */
  const toolbar = useRef<Element>(null)
  const isShown = file.can.edit && file.status === 'processed' && mode === 'reading' && unnamed.length > 0
  // Without this, the popover would open again without a click when another speaker has no name.
  if (!isShown && anchor) setAnchor(null)
  useEffect(() => {
    if (isShown) return
    // The button that would get the focus back has disappeared.
    if (document.activeElement === document.body)
      toolbar.current?.querySelector<HTMLElement>('[data-speaker-filter]')?.focus()
    toolbar.current = null
  }, [isShown])
  if (!isShown) return null
  const handleClose = () => {
    toolbar.current = null
    setAnchor(null)
  }
  const label = t('whoIsThis', { count: unnamed.length })
  return (
    <>
      <ActionIcon
        className={styles.ask}
        variant="subtle"
        color="gray"
        size={32}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => {
          toolbar.current = currentTarget.closest('[role=toolbar]')
          setAnchor(currentTarget)
        }}
      >
        <IconUserQuestion aria-hidden size={18} />
        <span className={styles.count} data-count={unnamed.length} aria-hidden />
      </ActionIcon>
      {anchor && <WhoIsThis anchor={anchor} unnamed={unnamed} onClose={handleClose} />}
    </>
  )
}
