import type { Tag } from '@kaiwa/contract/tags.ts'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SelectionProps } from '../transcripts/file-page.ts'
import { useOpenFile } from '../transcripts/open-file.ts'
import { keyOf } from '../transcripts/selection/selected-text.ts'
import { TagPicker } from './TagPicker.tsx'
import styles from './Tags.module.css'
import { ticksOf } from './ticks.ts'
import type { Tick } from './ticks.ts'
import { useCreateTag } from './use-tag-changes.ts'
import { useLockedBlocks } from './use-locked-blocks.ts'
import { useTaggedDocument } from './use-tagged-document.ts'
import { useTagging } from './use-tagging.ts'

/** The tags of selected text, in its popover (TAG-14…18); none while another user edits one of its blocks (EDIT-42). */
export function SelectionTags({ selected: { ranges } }: SelectionProps) {
  const { t } = useTranslation('transcripts')
  const { file, session } = useOpenFile()
  const { tag, untag } = useTagging(session)
  const create = useCreateTag({ fileId: file.id })
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set())
  const transcript = useTaggedDocument(session)
  const ticks = useMemo(() => ticksOf(transcript, ranges), [transcript, ranges])
  const lockedBlocks = useLockedBlocks()

  const whileBusy = async (id: number, work: Promise<unknown>) => {
    setBusy((ids) => new Set([...ids, id]))
    await work
    setBusy((ids) => new Set([...ids].filter((one) => one !== id)))
  }
  const handleToggle = ({ id }: Tag, tick: Tick) =>
    void whileBusy(id, tick === 'on' ? untag(ranges, id) : tag(ranges, id))
  const handleCreate = (name: string, category?: number) =>
    create.mutate(
      { name, ...(category === undefined ? {} : { tag_category_id: category }) },
      { onSuccess: ({ id }) => void whileBusy(id, tag(ranges, id, true)) },
    )

  if (ranges.some(({ uuid }) => lockedBlocks.has(uuid)))
    return <output className={styles.locked}>{t('lockedBlock')}</output>
  return <TagPicker key={keyOf(ranges)} ticks={ticks} busy={busy} onToggle={handleToggle} onCreate={handleCreate} />
}
