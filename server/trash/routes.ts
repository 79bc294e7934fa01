import * as files from '@kaiwa/contract/files.ts'
import * as trash from '@kaiwa/contract/trash.ts'
import * as workspace from '@kaiwa/contract/workspace.ts'
import { route } from '../platform/http/route.ts'
import { deleteFile, deleteFiles } from './delete-files.ts'
import { deleteForever, emptyTrash } from './delete-forever.ts'
import { deleteItem } from './delete-item.ts'
import { listTrash } from './list-trash.ts'
import { restoreItems } from './restore-items.ts'

export const routes = [
  route(workspace.deleteItem, deleteItem),
  route(files.deleteFiles, deleteFiles),
  route(files.deleteFile, deleteFile),
  route(trash.listTrash, listTrash),
  route(trash.restoreItems, restoreItems),
  route(trash.emptyTrash, emptyTrash),
  route(trash.deleteForever, deleteForever),
]
