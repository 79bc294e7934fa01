import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconDownload, IconFolderShare, IconPencil, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

type Action = (() => void) | null
type Props = { name: string; onMove: Action; onRename: Action; onDownload: Action; onDelete: Action }

/** The menu at the end of a row; nothing where the reader may do nothing. */
export const RowMenu = ({ name, onMove, onRename, onDownload, onDelete }: Props) => {
  const { t } = useTranslation('workspace')
  const entries = [
    { key: 'rename', Icon: IconPencil, onClick: onRename },
    { key: 'move', Icon: IconFolderShare, onClick: onMove },
    { key: 'download', Icon: IconDownload, onClick: onDownload },
    { key: 'delete', Icon: IconTrash, onClick: onDelete },
  ] as const
  if (entries.every(({ onClick }) => onClick === null)) return null
  return (
    <Menu position="bottom-end" shadow="md" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('rowMenu', { name })}>
          <IconDots size={16} aria-hidden="true" />
        </ActionIcon>
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
