import { Button } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../platform/dates.ts'
import { lazyPart } from '../../platform/lazy-part.tsx'
import styles from '../FilePage.module.css'
import { useOpenFile } from '../open-file.ts'
import { useEditState } from './use-editing.ts'

const DraftDialog = lazyPart(async () => (await import('./DraftDialog.tsx')).DraftDialog, ['editing'])

/** Offers drafts to restore, newest first. 'Later' hides a draft until the page is opened again. */
export function DraftOffer() {
  const { t } = useTranslation('transcripts')
  const { file, control } = useOpenFile()
  const { mode, drafts } = useEditState(control)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [isShown, setIsShown] = useState(false)
  const draft = drafts.find(({ id }) => !hidden.has(id))
  if (!draft || !file.can.edit || mode !== 'reading') return null
  const handleLater = () => {
    setIsShown(false)
    setHidden(new Set([...hidden, draft.id]))
  }
  return (
    <div className={styles.offer} role="status">
      <IconFileText aria-hidden size={16} />
      <span>{t('draftOffer', { time: formatDateTime(draft.at) })}</span>
      <span className={styles.spring} />
      <Button size="compact-sm" onClick={() => setIsShown(true)}>
        {t('draftShow')}
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={handleLater}>
        {t('later')}
      </Button>
      {isShown && <DraftDialog draft={draft} onLater={handleLater} onClose={() => setIsShown(false)} />}
    </div>
  )
}
