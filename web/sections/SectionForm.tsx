import { LIMITS } from '@kaiwa/contract/limits.ts'
import { toSectionName } from '@kaiwa/transcript'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpenFile } from '../transcripts/open-file.ts'
import { AnchoredPopover } from '../ui/AnchoredPopover.tsx'
import { useSectionChange } from './use-section-change.ts'
import styles from './SectionForm.module.css'

interface Props {
  /** The block with which the section starts, and the anchor of the popover. */
  uuid: string
  anchor: HTMLElement
  onClose: () => void
}

const WIDTH = 320

/**
 * Form for the name of the section that starts with a block: add, rename or, with an empty name, remove (SEC-05,
 * SEC-06).
 */
export function SectionForm({ uuid, anchor, onClose }: Props) {
  const { t } = useTranslation('sections')
  const { t: common } = useTranslation()
  const { session } = useOpenFile()
  const [before] = useState(() => session.getState().document.blocks.get(uuid)?.section_name ?? null)
  const [name, setName] = useState(before ?? '')
  const [isSending, setIsSending] = useState(false)
  const change = useSectionChange()
  const save = async (text: string) => {
    if (isSending) return
    setIsSending(true)
    if (toSectionName(text) === before || (await change(uuid, toSectionName(text)))) onClose()
    else setIsSending(false)
  }
  // The Enter that confirms a conversion submits no form in any browser.
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    void save(name)
  }
  return (
    <AnchoredPopover anchor={anchor} label={t('form')} width={WIDTH} onClose={onClose}>
      <form className={styles.form} onSubmit={handleSubmit} noValidate>
        <TextInput
          data-autofocus
          size="xs"
          label={t('name')}
          placeholder={t('placeholder')}
          maxLength={LIMITS.sectionNameLength}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {before !== null && name.trim() === '' && (
          <Text size="xs" c="dimmed">
            {t('blankDeletes')}
          </Text>
        )}
        <Group justify="space-between" gap="xs">
          {before === null ? (
            <span />
          ) : (
            <Button size="compact-sm" variant="subtle" color="red" disabled={isSending} onClick={() => void save('')}>
              {common('delete')}
            </Button>
          )}
          <Group gap="xs">
            <Button size="compact-sm" variant="default" onClick={onClose}>
              {common('cancel')}
            </Button>
            <Button
              type="submit"
              size="compact-sm"
              disabled={before === null && name.trim() === ''}
              loading={isSending}
            >
              {before === null ? t('add') : common('save')}
            </Button>
          </Group>
        </Group>
      </form>
    </AnchoredPopover>
  )
}
