import * as files from '@kaiwa/contract/files.ts'
import * as home from '@kaiwa/contract/home.ts'
import * as workspace from '@kaiwa/contract/workspace.ts'
import { route } from '../platform/http/route.ts'
import { getFile } from './get-file.ts'
import { getHome } from './get-home.ts'
import { listFiles } from './list-files.ts'
import { mayRenameFile, renameFile } from './rename-file.ts'

export const routes = [
  route(workspace.listFiles, listFiles),
  route(home.getHome, getHome),
  route(files.getFile, getFile),
  route(files.renameFile, renameFile, mayRenameFile),
]
