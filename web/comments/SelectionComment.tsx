import { LIMITS } from '@kaiwa/contract/limits.ts'
import { passageTime } from '@kaiwa/transcript/passage-excerpt.ts'
import { IconMessageCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { toast } from '../platform/toasts.ts'
import type { SelectionActionProps } from '../transcripts/file-page.ts'
import { useOpenFile } from '../transcripts/open-file.ts'
import { SelectionButton } from '../transcripts/selection/SelectionButton.tsx'
import { startComment } from './new-comment.ts'

/** Starts a comment on the selected text: on its part in the first block, if it spans several. */
export function SelectionComment({ selected, onClose }: SelectionActionProps) {
  const { t } = useTranslation('comments')
  const open = useOpenFile()
  const handlePress = () => {
    const { document } = open.session.getState()
    const range = selected.ranges.find(({ uuid, start, end }) => {
      const text = document.blocks.get(uuid)?.content.slice(start, end) ?? ''
      return text.trim() !== ''
    })
    const block = range && document.blocks.get(range.uuid)
    onClose()
    if (!range || !block) return void toast.error(t('passageChanged'))
    const end = Math.min(range.end, range.start + LIMITS.passageOfComment)
    startComment(open, {
      block_uuid: range.uuid,
      start_offset: range.start,
      text: block.content.slice(range.start, end),
      time: passageTime(block, range.start, end),
    })
  }
  return (
    <SelectionButton label={t('comment')} title={t('commentLong')} Icon={IconMessageCircle} onPress={handlePress} />
  )
}
