// Summaries for tests: the switch, and answers of a model.
import { generateSummary, getSummary, type SummaryPart } from '@kaiwa/contract/summaries.ts'
import { SUMMARY_PARTS, type SummaryPartName } from '@kaiwa/contract/summary-words.ts'
import { insertSetting } from '../../summary/store/settings.ts'
import type { TestApp } from '../open-test-app.ts'
import type { ModelRequest } from '../stand-in-models.ts'
import type { Caller } from '../test-calls.ts'
import { blocksIn } from './chats.ts'
import type { TestOwner } from './users.ts'

/** Switches summaries on for the workspace. */
export function switchOn({ db }: Pick<TestApp, 'db'>, { workspaceId, id }: TestOwner): Promise<void> {
  return db.transaction().execute((trx) => insertSetting(trx, { workspace_id: workspaceId, enabled_by: id }))
}

/** The parts that a request asks for. */
export function partsIn({ prompt }: Pick<ModelRequest, 'prompt'>): SummaryPartName[] {
  const tasks = prompt.slice(prompt.lastIndexOf('Lists to write:'))
  return SUMMARY_PARTS.filter((part) => tasks.includes(`"${part}":`))
}

export interface Said {
  text: string
  quotes?: readonly { block: string; quote: string }[]
  owner?: string | null
  due?: string | null
  block?: string
}

/** The JSON of an answer: the items of each part that the request asks for; other parts are empty. */
export function summaryJson(request: ModelRequest, items: Partial<Record<SummaryPartName, readonly Said[]>>): string {
  return JSON.stringify(Object.fromEntries(partsIn(request).map((part) => [part, items[part] ?? []])))
}

/** A faithful model: an item of each part about each block that it was sent. */
export function faithful(request: ModelRequest): { text: string } {
  const blocks = blocksIn(request)
  const about = blocks.map(({ block, text }) => ({
    text: `${text}の要点`,
    quotes: [{ block, quote: text.slice(0, 12) }],
  }))
  return {
    text: summaryJson(request, {
      overview: about,
      decisions: about.slice(0, 1),
      to_dos: about.slice(-1).map((item) => ({ ...item, owner: '佐藤', due: '来週' })),
      sections: blocks.slice(0, 2).map(({ block, text }) => ({ block, text: text.slice(0, 6) })),
    }),
  }
}

export function generate(
  { succeed }: Pick<TestApp, 'succeed'>,
  file: { id: number },
  as: Caller,
  parts?: SummaryPartName[],
) {
  return succeed(generateSummary, { params: { fileId: file.id }, body: parts ? { parts } : {} }, as)
}

export async function partOf(
  { succeed }: Pick<TestApp, 'succeed'>,
  file: { id: number },
  part: SummaryPartName,
  as: Caller,
): Promise<SummaryPart> {
  const { parts } = await succeed(getSummary, { params: { fileId: file.id } }, as)
  return parts.find((one) => one.part === part)!
}
