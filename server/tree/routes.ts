import { openRecordings as openRecordingsContract } from '@kaiwa/contract/home.ts'
import * as contract from '@kaiwa/contract/workspace.ts'
import { route } from '../platform/http/route.ts'
import { createFolder, mayCreateFolder } from './create-folder.ts'
import { getProject } from './get-project.ts'
import { getTree } from './get-tree.ts'
import { listProjects } from './list-projects.ts'
import { mayMoveItems, moveItems } from './move-items.ts'
import { openRecordings } from './open-recordings.ts'
import { mayRenameItem, renameItem } from './rename-item.ts'

export const routes = [
  route(contract.listProjects, listProjects),
  route(contract.getTree, getTree),
  route(contract.getProject, getProject),
  route(contract.createFolder, createFolder, mayCreateFolder),
  route(openRecordingsContract, openRecordings),
  route(contract.renameItem, renameItem, mayRenameItem),
  route(contract.moveItems, moveItems, mayMoveItems),
]
