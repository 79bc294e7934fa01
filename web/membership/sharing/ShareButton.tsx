import { Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../platform/lazy-part.tsx'
import type { Shared } from './queries.ts'
import styles from './ShareButton.module.css'

const ShareDialog = lazyPart(async () => (await import('./ShareDialog.tsx')).ShareDialog, ['sharing', 'billing'])

/** Opens the share dialog of a folder or file. */
export function ShareButton({ shared }: { shared: Shared }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        title={t('share')}
        classNames={{ root: styles.button ?? '', label: styles.label ?? '', section: styles.section ?? '' }}
        leftSection={<IconUsers size={16} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        {t('share')}
      </Button>
      {isOpen && <ShareDialog shared={shared} onClose={() => setIsOpen(false)} />}
    </>
  )
}
