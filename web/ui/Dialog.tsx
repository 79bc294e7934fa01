import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './Dialog.module.css'
import { useFocusReturn } from './use-focus-return.ts'

interface Props {
  opened: boolean
  title: string
  size?: 'md' | 'lg'
  onClose: () => void
  children: ReactNode
}

/** Rendered while a dialog is open: a closed one that is removed from the page leaves the focus where it is. */
function FocusReturn(): null {
  useFocusReturn('dialog')
  return null
}

/** A modal dialog in the middle of the window. It traps the focus and returns it. */
export function Dialog({ opened, title, size = 'md', onClose, children }: Props) {
  const { t } = useTranslation()
  return (
    <>
      {opened && <FocusReturn />}
      <Modal
        opened={opened}
        onClose={onClose}
        title={<strong className={styles.title}>{title}</strong>}
        size={size}
        centered
        closeButtonProps={{ 'aria-label': t('close') }}
        // The library renders a <header>, which would be a second banner landmark outside of a section.
        attributes={{ header: { role: 'presentation' } }}
      >
        {children}
      </Modal>
    </>
  )
}
