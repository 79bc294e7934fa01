import * as files from '@kaiwa/contract/files.ts'
import * as trash from '@kaiwa/contract/trash.ts'
import * as contract from '@kaiwa/contract/workspace.ts'
import { route } from '../platform/http/route.ts'
import { createFolder } from './create-folder.ts'
import { deleteItem } from './delete-item.ts'
import { deleteFile, deleteFiles } from './files/delete-files.ts'
import { getFile } from './files/get-file.ts'
import { renameFile } from './files/rename-file.ts'
import { getProject } from './get-project.ts'
import { listFiles } from './list-files.ts'
import { listProjects } from './list-projects.ts'
import { moveItems } from './move-items.ts'
import { renameItem } from './rename-item.ts'
import { deleteForever, emptyTrash } from './trash/delete-forever.ts'
import { listTrash } from './trash/list-trash.ts'
import { restoreItems } from './trash/restore-items.ts'
import { mayCreateFolder, mayMoveItems, mayRenameFile, mayRenameItem } from './may-change.ts'

export const routes = [
  route(contract.listProjects, listProjects),
  route(contract.getProject, getProject),
  route(contract.createFolder, createFolder, mayCreateFolder),
  route(contract.renameItem, renameItem, mayRenameItem),
  route(contract.deleteItem, deleteItem),
  route(contract.moveItems, moveItems, mayMoveItems),
  route(contract.listFiles, listFiles),
  route(files.getFile, getFile),
  route(files.renameFile, renameFile, mayRenameFile),
  route(files.deleteFiles, deleteFiles),
  route(files.deleteFile, deleteFile),
  route(trash.listTrash, listTrash),
  route(trash.restoreItems, restoreItems),
  route(trash.emptyTrash, emptyTrash),
  route(trash.deleteForever, deleteForever),
]
