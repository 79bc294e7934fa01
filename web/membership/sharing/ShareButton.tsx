import { IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../platform/lazy-part.tsx'
import { CompactButton } from '../../ui/CompactButton.tsx'
import type { Shared } from './queries.ts'

const ShareDialog = lazyPart(async () => (await import('./ShareDialog.tsx')).ShareDialog, ['sharing', 'billing'])

/** Opens the share dialog of a folder or file. */
export function ShareButton({ shared }: { shared: Shared }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <CompactButton
        icon={<IconUsers size={16} aria-hidden="true" />}
        label={t('share')}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && <ShareDialog shared={shared} onClose={() => setIsOpen(false)} />}
    </>
  )
}
