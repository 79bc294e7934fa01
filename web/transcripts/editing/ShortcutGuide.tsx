import { ActionIcon } from '@mantine/core'
import { IconKeyboard } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../platform/lazy-part.tsx'
import styles from '../FilePage.module.css'

const ShortcutList = lazyPart(async () => (await import('./ShortcutList.tsx')).ShortcutList, ['editing'])

/** Button that opens the list of keys of edit mode. */
export function ShortcutGuide() {
  const { t } = useTranslation('transcripts')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <ActionIcon
        className={styles.guide}
        variant="subtle"
        color="gray"
        size={32}
        aria-label={t('shortcuts')}
        title={t('shortcuts')}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <IconKeyboard aria-hidden size={18} />
      </ActionIcon>
      {anchor && <ShortcutList anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  )
}
