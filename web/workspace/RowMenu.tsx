import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

type Props = { name: string; onRename: (() => void) | null; onDelete: (() => void) | null }

/** The menu at the end of a row; nothing where the reader may do nothing. */
export const RowMenu = ({ name, onRename, onDelete }: Props) => {
  const { t } = useTranslation('workspace')
  if (!onRename && !onDelete) return null
  return (
    <Menu position="bottom-end" shadow="md" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('rowMenu', { name })}>
          <IconDots size={16} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onRename && (
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden="true" />} onClick={onRename}>
            {t('rename')}
          </Menu.Item>
        )}
        {onDelete && (
          <Menu.Item
            color="var(--kaiwa-bad)"
            leftSection={<IconTrash size={16} aria-hidden="true" />}
            onClick={onDelete}
          >
            {t('delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
