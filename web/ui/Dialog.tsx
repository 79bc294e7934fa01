import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './Dialog.module.css'

type Props = { opened: boolean; title: string; size?: 'md' | 'lg'; onClose: () => void; children: ReactNode }

/** A dialog in the middle of the window; it holds the focus and gives it back. */
export const Dialog = ({ opened, title, size = 'md', onClose, children }: Props) => {
  const { t } = useTranslation()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<strong className={styles.title}>{title}</strong>}
      size={size}
      centered
      closeButtonProps={{ 'aria-label': t('close') }}
      // The library draws a <header>, which outside of a section would be a second banner of the page.
      attributes={{ header: { role: 'presentation' } }}
    >
      {children}
    </Modal>
  )
}
