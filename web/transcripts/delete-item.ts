import { IconTrash } from '@tabler/icons-react'
import { DeleteFileDialog } from './DeleteFileDialog.tsx'
import type { MenuItem } from './file-page.ts'

export const deleteItem: MenuItem = {
  label: 'deleteFile',
  Icon: IconTrash,
  Dialog: DeleteFileDialog,
  isDangerous: true,
}
