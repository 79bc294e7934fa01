import type { SpokenLanguage } from '@kaiwa/contract/files.ts'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { saveLiveLanguage } from '../store/live-language.ts'

/** Stores the language of a file that is being recorded. The caller holds the file's row lock, and publishes the change. */
export async function changeLiveLanguage(trx: Trx, _app: App, fileId: number, language: SpokenLanguage): Promise<void> {
  await saveLiveLanguage(trx, fileId, language)
}
