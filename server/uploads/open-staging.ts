import { join } from 'node:path'
import type { App } from '../platform/app.ts'
import { folderStaging } from './folder-staging.ts'
import { objectStaging } from './object-staging.ts'
import type { Staging } from './staging.ts'

/** The staging that all servers share: the data folder, or object storage when the media are there. */
export function openStaging({ storage, config }: Pick<App, 'storage' | 'config'>): Staging {
  return storage.kind === 'folder'
    ? folderStaging(join(config.dataFolder, 'uploads'), storage)
    : objectStaging(storage, join(config.dataFolder, 'uploads'))
}
