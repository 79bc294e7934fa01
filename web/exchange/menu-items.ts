import { IconFileImport } from '@tabler/icons-react'
import type { MenuItem } from '../transcripts/file-page.ts'
import { ImportDialog } from './import-dialog.ts'

export const importItem: MenuItem = { label: 'importTranscript', Icon: IconFileImport, Dialog: ImportDialog }
