import * as contract from '@kaiwa/contract/workspace.ts'
import { route } from '../platform/http/route.ts'
import { createFolder } from './create-folder.ts'
import { mayCreateFolder, mayMoveItems, mayRenameItem } from './gates.ts'
import { getProject } from './get-project.ts'
import { getTree } from './get-tree.ts'
import { listProjects } from './list-projects.ts'
import { moveItems } from './move-items.ts'
import { renameItem } from './rename-item.ts'

export const routes = [
  route(contract.listProjects, listProjects),
  route(contract.getTree, getTree),
  route(contract.getProject, getProject),
  route(contract.createFolder, createFolder, mayCreateFolder),
  route(contract.renameItem, renameItem, mayRenameItem),
  route(contract.moveItems, moveItems, mayMoveItems),
]
