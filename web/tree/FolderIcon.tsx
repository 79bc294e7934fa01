import { IconFolder, IconFolderFilled, IconFolderSymlink } from '@tabler/icons-react'
import styles from './FolderTree.module.css'

interface Props {
  isCurrent: boolean
  isShared: boolean
}

/** Different icons for the active, a shared and a plain folder (WS-07). */
export function FolderIcon({ isCurrent, isShared }: Props) {
  const [name, Icon] = isCurrent
    ? (['active', IconFolderFilled] as const)
    : isShared
      ? (['shared', IconFolderSymlink] as const)
      : (['plain', IconFolder] as const)
  return <Icon size={16} aria-hidden="true" className={styles.icon} data-icon={name} />
}
