import { Menu } from '@mantine/core'
import { IconFileExport, IconFileImport } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../platform/lazy-part.tsx'
import type { FileDetail } from '../transcripts/queries.ts'
import { useOpensAtOnce } from '../ui/lazy-menu.tsx'
import { FileMenuButton } from './FileMenuButton.tsx'
import { ImportDialog } from './import-dialog.ts'

const ExportDialog = lazyPart(async () => (await import('./ExportDialog.tsx')).ExportDialog, ['exchange'])

/** The file's menu after it was opened: export and import of the transcript. */
export const FileExchangeOpened = ({ file }: { file: FileDetail }) => {
  const { t } = useTranslation('transcripts')
  const [shown, setShown] = useState<'export' | 'import' | null>(null)
  const { target, opened, setOpened } = useOpensAtOnce()
  const close = () => setShown(null)
  return (
    <>
      <Menu opened={opened} onChange={setOpened} position="bottom-end" shadow="md" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <FileMenuButton ref={target} />
        </Menu.Target>
        <Menu.Dropdown>
          {file.can.export && (
            <Menu.Item leftSection={<IconFileExport size={16} aria-hidden />} onClick={() => setShown('export')}>
              {t('exportTranscript')}
            </Menu.Item>
          )}
          {file.can.import && (
            <Menu.Item leftSection={<IconFileImport size={16} aria-hidden />} onClick={() => setShown('import')}>
              {t('importTranscript')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {shown === 'export' && <ExportDialog file={file} onClose={close} />}
      {shown === 'import' && <ImportDialog file={file} onClose={close} />}
    </>
  )
}
