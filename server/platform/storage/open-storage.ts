import { join } from 'node:path'
import type { Config } from '../config.ts'
import { openFolder } from './folder.ts'
import type { WorkFolders } from '../work-folders.ts'
import type { Storage } from './storage.ts'

/**
 * Opens the S3 bucket if one is configured, otherwise the folder `files` in the data folder. The large S3 client is
 * loaded only if needed.
 */
export async function openStorage(
  { s3, dataFolder }: Pick<Config, 's3' | 'dataFolder'>,
  work: Pick<WorkFolders, 'withFolder'>,
): Promise<Storage> {
  if (!s3) return openFolder(join(dataFolder, 'files'))
  const { openS3 } = await import('./s3.ts')
  return openS3(s3, work)
}
