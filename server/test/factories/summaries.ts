// Summaries for tests: the switch, answers of a model, and a generation that is interrupted.
import { generateSummary, getSummary, type SummaryPart } from '@kaiwa/contract/summaries.ts'
import { SUMMARY_PARTS, type SummaryPartName } from '@kaiwa/contract/summary-words.ts'
import { expect, vi } from 'vitest'
import { insertSetting } from '../../summary/store/settings.ts'
import { writeSummary } from '../../summary/write-summary.ts'
import type { TestApp } from '../open-test-app.ts'
import type { ModelRequest, Reply } from '../stand-in-models.ts'
import type { Caller } from '../test-calls.ts'
import type { AssistantFixture } from './assistant-fixture.ts'
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

/** The status of each part as it is stored, in display order. */
export async function partStatuses({ db }: Pick<TestApp, 'db'>, file: { id: number }): Promise<string[]> {
  const rows = await db.selectFrom('summary_parts').select(['part', 'status']).where('file_id', '=', file.id).execute()
  return SUMMARY_PARTS.map((part) => rows.find((row) => row.part === part)?.status ?? 'none')
}

/** A faithful model that waits in the middle of this part. */
export function pausingAt(part: SummaryPartName, waitFor: Promise<unknown>) {
  return (request: ModelRequest): Reply =>
    partsIn(request).includes(part) ? { ...faithful(request), pieceLength: 20, waitFor } : faithful(request)
}

/** Begins to write as a worker does, and waits until this number of requests arrived. */
export async function startWriting(
  { test, models }: Pick<AssistantFixture, 'test' | 'models'>,
  file: { id: number },
  { requests = 1, signal = new AbortController().signal }: { requests?: number; signal?: AbortSignal } = {},
): Promise<{ done: Promise<void> }> {
  const { generation } = await test.db
    .selectFrom('summaries')
    .select('generation')
    .where('file_id', '=', file.id)
    .executeTakeFirstOrThrow()
  const done = writeSummary({ app: test.app, signal, log: test.app.log }, file.id, generation)
  done.catch(() => {})
  await vi.waitFor(() => expect(models.requests).toHaveLength(requests), 10_000)
  // In an object, because a returned promise would be awaited.
  return { done }
}
