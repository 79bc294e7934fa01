import type { BlockSequence } from '@kaiwa/transcript'
import { Button } from '@mantine/core'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSectionChange } from '../sections/use-section-change.ts'
import { useOpenFile } from '../transcripts/open-file.ts'
import { useIsLocked } from '../transcripts/use-is-locked.ts'
import styles from './Summary.module.css'

export interface Suggestion {
  /** The block with which the section would begin. */
  uuid: string
  name: string
}

export function isOpen(blocks: BlockSequence, { uuid, name }: Suggestion): boolean {
  const block = blocks.get(uuid)
  return block !== undefined && !block.section_name?.trim() && name.trim() !== ''
}

/** Whether the reader may change sections now. */
function useCanAccept(): boolean {
  const { file } = useOpenFile()
  const isLocked = useIsLocked()
  return file.can.edit && !isLocked
}

interface Props {
  blocks: BlockSequence
  suggestion: Suggestion
}

/** Makes a suggested section a real one; a block that begins a section already is shown as accepted. */
export function AcceptSection({ blocks, suggestion }: Props) {
  const { t } = useTranslation('summary')
  const change = useSectionChange()
  const canAccept = useCanAccept()
  const [isBusy, setIsBusy] = useState(false)
  const block = blocks.get(suggestion.uuid)
  const handleAccept = async () => {
    setIsBusy(true)
    await change(suggestion.uuid, suggestion.name)
    setIsBusy(false)
  }
  if (!block) return <span className={styles.quiet}>{t('blockMissing')}</span>
  if (block.section_name?.trim())
    return (
      <span className={styles.accepted}>
        <IconCheck size={14} aria-hidden />
        {t('accepted')}
      </span>
    )
  if (!canAccept || suggestion.name.trim() === '') return null
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconPlus size={14} aria-hidden />}
      loading={isBusy}
      aria-label={t('acceptNamed', { name: suggestion.name })}
      onClick={() => void handleAccept()}
    >
      {t('accept')}
    </Button>
  )
}

/** Accepts all open suggestions, if there are several. */
export function AcceptAll({ blocks, suggestions }: { blocks: BlockSequence; suggestions: readonly Suggestion[] }) {
  const { t } = useTranslation('summary')
  const change = useSectionChange()
  const canAccept = useCanAccept()
  const [isBusy, setIsBusy] = useState(false)
  const open = suggestions.filter((one) => isOpen(blocks, one))
  const handleAccept = async () => {
    setIsBusy(true)
    // In sequence, because each save needs the revision of the one before. Stops at the first refusal.
    for (const { uuid, name } of open) if (!(await change(uuid, name))) break
    setIsBusy(false)
  }
  if (!canAccept || (open.length < 2 && !isBusy)) return null
  return (
    <Button variant="subtle" size="compact-sm" loading={isBusy} onClick={() => void handleAccept()}>
      {t('acceptAll')}
    </Button>
  )
}
