import { join } from 'node:path'
import type { App } from '../platform/app.ts'
import { folderStaging } from './folder-staging.ts'
import { objectStaging } from './object-staging.ts'
import type { Staging } from './staging.ts'

/** Unfinished uploads wait where every server that may get their next request can reach them. */
export const openStaging = ({ storage, config }: Pick<App, 'storage' | 'config'>): Staging =>
  storage.kind === 'folder'
    ? folderStaging(join(config.dataFolder, 'uploads'), storage)
    : objectStaging(storage, join(config.dataFolder, 'uploads'))
