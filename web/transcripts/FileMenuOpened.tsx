import { Menu } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpensAtOnce } from '../ui/lazy-menu.tsx'
import type { FileProps, LoadedMenuEntry } from './file-page.ts'
import { FileMenuButton } from './FileMenuButton.tsx'

type Props = FileProps & { entries: readonly LoadedMenuEntry[] }

/** The file's menu after it was opened, with the dialog of the chosen entry. */
export function FileMenuOpened({ file, entries }: Props) {
  const { t } = useTranslation('transcripts')
  const [shownId, setShownId] = useState<string | null>(null)
  const { target, opened, setOpened } = useOpensAtOnce()
  const shown = entries.find(({ id }) => id === shownId)
  return (
    <>
      <Menu opened={opened} onChange={setOpened} position="bottom-end" shadow="md" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <FileMenuButton ref={target} />
        </Menu.Target>
        <Menu.Dropdown>
          {entries.map(
            ({ id, label, Icon, isAvailable, isDangerous }) =>
              isAvailable(file) && (
                <Menu.Item
                  key={id}
                  color={isDangerous ? 'red' : undefined}
                  leftSection={<Icon size={16} aria-hidden />}
                  onClick={() => setShownId(id)}
                >
                  {t(label)}
                </Menu.Item>
              ),
          )}
        </Menu.Dropdown>
      </Menu>
      {shown && <shown.Dialog key={shown.id} file={file} onClose={() => setShownId(null)} />}
    </>
  )
}
