import { join } from 'node:path'
import type { Config } from '../config.ts'
import { openFolder } from './folder.ts'
import type { WorkFolders } from '../work-folders.ts'
import type { Storage } from './storage.ts'

/** The bucket where one is configured, else `files` in the data folder. The S3 client is large and loaded only then. */
export const openStorage = async (
  { s3, dataFolder }: Pick<Config, 's3' | 'dataFolder'>,
  work: Pick<WorkFolders, 'withFolder'>,
): Promise<Storage> => {
  if (!s3) return openFolder(join(dataFolder, 'files'))
  const { openS3 } = await import('./s3.ts')
  return openS3(s3, work)
}
