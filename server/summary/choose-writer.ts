// Which model writes the next summary for a person, and why none does.
import type { SUMMARY_NOTES } from '@kaiwa/contract/summary-words.ts'
import type { Actor } from '../accounts/actor.ts'
import { chooseModelOf } from '../assistant/get-assistant.ts'
import type { AiModel } from '../platform/ai/ai-config.ts'
import type { App } from '../platform/app.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { readableFile, type SummaryFile } from './store/files.ts'
import { isSwitchedOn } from './store/settings.ts'

export type SummaryNote = (typeof SUMMARY_NOTES)[number]

/** `remain`: chats of the workspace that are left. */
export async function chooseWriter(
  app: Pick<App, 'config'>,
  db: Db | Trx,
  { actor, file, remain }: { actor: Actor; file: SummaryFile; remain: number },
): Promise<{ model: AiModel } | { note: SummaryNote }> {
  if (!(await isSwitchedOn(db, file.workspace_id))) return { note: 'off' }
  if (!readableFile(file)) return { note: 'not-ready' }
  const choice = await chooseModelOf(app, db, actor)
  if ('note' in choice) return choice
  return remain < 1 ? { note: 'no-chat' } : choice
}
