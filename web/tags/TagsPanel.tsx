import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpenFile } from '../transcripts/open-file.ts'
import { TagDialog } from './TagDialog.tsx'
import { TagsOverview } from './TagsOverview.tsx'
import { useTagCounts } from './use-tagged-document.ts'

interface Props {
  /** Scrolls the transcript to a block. */
  onShow: (uuid: string) => void
}

/** The Tags tab of a file (TAG-05). */
export function TagsPanel({ onShow }: Props) {
  const { t } = useTranslation('tags')
  const { file, session } = useOpenFile()
  const counts = useTagCounts(session)
  const [opened, setOpened] = useState<number | null>(null)
  return (
    <TagsOverview
      source={{ fileId: file.id }}
      counts={counts}
      canEdit={file.can.edit}
      opened={opened}
      onOpen={setOpened}
      texts={{
        about: t('usageText'),
        none: t(file.can.edit ? 'howToTag' : 'noneInUse'),
        used: (shown) => t('usedTimes', { shown }),
      }}
    >
      {(tag, close) => <TagDialog tag={tag} onShow={onShow} onClose={close} />}
    </TagsOverview>
  )
}
