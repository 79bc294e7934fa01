import { IconFileExport, IconFileImport } from '@tabler/icons-react'
import { lazyPart } from '../platform/lazy-part.tsx'
import type { MenuItem } from '../transcripts/file-page.ts'
import { ImportDialog } from './import-dialog.ts'

export const exportItem: MenuItem = {
  label: 'exportTranscript',
  Icon: IconFileExport,
  Dialog: lazyPart(async () => (await import('./ExportDialog.tsx')).ExportDialog, ['exchange']),
}

export const importItem: MenuItem = { label: 'importTranscript', Icon: IconFileImport, Dialog: ImportDialog }
