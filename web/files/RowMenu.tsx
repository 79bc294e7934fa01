import { Menu } from '@mantine/core'
import { IconDownload, IconFolderShare, IconPencil, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useOpensAtOnce } from '../ui/lazy-menu.tsx'
import { RowMenuButton } from './RowMenuButton.tsx'

type Action = (() => void) | null
interface Props {
  name: string
  onMove: Action
  onRename: Action
  onDownload: Action
  onDelete: Action
}

/** The opened menu of a row, with the permitted actions. */
export function RowMenu({ name, onMove, onRename, onDownload, onDelete }: Props) {
  const { t } = useTranslation('workspace')
  const { target, opened, setOpened } = useOpensAtOnce()
  const entries = [
    { key: 'rename', Icon: IconPencil, onClick: onRename },
    { key: 'move', Icon: IconFolderShare, onClick: onMove },
    { key: 'download', Icon: IconDownload, onClick: onDownload },
    { key: 'delete', Icon: IconTrash, onClick: onDelete },
  ] as const
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" shadow="md" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <RowMenuButton ref={target} name={name} />
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map(
          ({ key, Icon, onClick }) =>
            onClick && (
              <Menu.Item
                key={key}
                {...(key === 'delete' ? { color: 'var(--kaiwa-bad)' } : {})}
                leftSection={<Icon size={16} aria-hidden="true" />}
                onClick={onClick}
              >
                {t(key)}
              </Menu.Item>
            ),
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
