// A workspace that is connected to a portal, with a recording and a stand-in for model providers, for tests of generated
// values of deals.
import { type CrmGeneration, generateCrmDeal, getCrmGeneration } from '@kaiwa/contract/crm-deals.ts'
import { expect, vi } from 'vitest'
import { writeGeneration } from '../../crm/generate/write-generation.ts'
import { type HubspotServer, startHubspot } from '../hubspot.ts'
import type { TestAppOptions } from '../open-test-app.ts'
import type { ModelRequest, Reply } from '../stand-in-models.ts'
import type { Caller } from '../test-calls.ts'
import { type AssistantFixture, type AssistantWorkspace, openAssistantFixture } from './assistant-fixture.ts'
import { blocksIn } from './chats.ts'
import { connectPortal } from './crm.ts'

export interface GenerationFixture extends AssistantFixture {
  hubspot: HubspotServer
  /** A connected workspace that agreed to the stand-in, with one recording of these texts and a deal. */
  createDeal: (
    texts: readonly string[],
    options?: { plan?: 'trial'; properties?: Record<string, string> },
  ) => Promise<AssistantWorkspace & { dealId: string }>
}

export async function openGenerationFixture(options: TestAppOptions = {}): Promise<GenerationFixture> {
  const hubspot = await startHubspot({ limits: { tenSecondly: 100_000, secondly: 100_000 } })
  const assistant = await openAssistantFixture({ ...options, env: { ...hubspot.env, ...options.env } })
  return {
    ...assistant,
    hubspot,
    createDeal: async (texts, { plan, properties = {} } = {}) => {
      const workspace = await assistant.createWorkspace(texts, plan ? { plan } : {})
      await connectPortal(assistant.test, workspace.owner)
      // Dates are relative to the day of the recording.
      await assistant.test.db
        .updateTable('files')
        .set({ created_at: new Date('2026-01-20T03:00:00Z') })
        .where('id', '=', workspace.file.id)
        .execute()
      const dealId = await hubspot.portal.addDeal({ dealname: '株式会社アオゾラ製作所', ...properties })
      return { ...workspace, dealId }
    },
    close: async () => {
      await assistant.close()
      await hubspot.stop()
    },
  }
}

type Test = Pick<AssistantFixture['test'], 'succeed' | 'settle'>

interface Generated {
  dealId: string
  file: { id: number }
  properties: readonly string[]
}

/** Starts a generation. */
export async function startGeneration(
  { succeed }: Pick<Test, 'succeed'>,
  { dealId, file, properties }: Generated,
  as: Caller,
): Promise<CrmGeneration> {
  const body = { projectFileId: file.id, selectedProperties: [...properties] }
  return (await succeed(generateCrmDeal, { params: { dealId }, body }, as)).generation
}

export function readGeneration({ succeed }: Pick<Test, 'succeed'>, { id }: { id: number }, as: Caller) {
  return succeed(getCrmGeneration, { params: { generationId: id } }, as)
}

/** Starts a generation and lets its job write it. */
export async function generateValues(test: Test, wanted: Generated, as: Caller): Promise<CrmGeneration> {
  const started = await startGeneration(test, wanted, as)
  await test.settle()
  return readGeneration(test, started, as)
}

export interface PromptProperty {
  property: string
  label: string
  type: string
  options?: string[]
}

/** The properties that a model was asked for. */
export function propertiesIn({ prompt }: Pick<ModelRequest, 'prompt'>): PromptProperty[] {
  return prompt
    .split('\n')
    .flatMap((line) => (line.startsWith('{"property"') ? [JSON.parse(line) as PromptProperty] : []))
}

export interface Said {
  value: string | number | null
  reason?: string
  /** Words of a block; the block is the first one that contains them. */
  quotes?: readonly string[]
  /** Ids of blocks as the model gives them. */
  raw?: readonly { block: string; quote: string }[]
}

/** The JSON of an answer: label of a property → what the model proposes. A label without an entry gets null. */
export function proposalsJson(request: ModelRequest, said: Readonly<Record<string, Said>>): string {
  const blocks = blocksIn(request)
  const values = propertiesIn(request).map(({ property, label }) => {
    const { value, reason = 'そう言っています。', quotes = [], raw = [] } = said[label] ?? { value: null }
    const found = quotes.map((quote) => ({
      block: blocks.find(({ text }) => text.includes(quote))?.block ?? 'b99999',
      quote,
    }))
    return { property, value, reason, quotes: [...found, ...raw] }
  })
  return JSON.stringify({ values })
}

export function proposing(said: Readonly<Record<string, Said>>) {
  return (request: ModelRequest): Reply => ({ text: proposalsJson(request, said) })
}

/** A model that waits after the first entry of its answer. */
export function pausing(said: Readonly<Record<string, Said>>, waitFor: Promise<unknown>) {
  return (request: ModelRequest): Reply => {
    const text = proposalsJson(request, said)
    const second = text.indexOf('},{"property"') + 1
    return { text, pieceLength: second > 0 ? second : text.length - 2, waitFor }
  }
}

/** Begins to write as a worker does, and waits until this number of requests arrived. */
export async function startWriting(
  { test, models }: Pick<AssistantFixture, 'test' | 'models'>,
  { id }: { id: number },
  { requests = 1, signal = new AbortController().signal }: { requests?: number; signal?: AbortSignal } = {},
): Promise<{ done: Promise<void> }> {
  const done = writeGeneration({ app: test.app, signal, log: test.app.log }, id)
  done.catch(() => {})
  await vi.waitFor(() => expect(models.requests).toHaveLength(requests), 10_000)
  // In an object, because a returned promise would be awaited.
  return { done }
}

/** Waits until this number of values is ready. */
export async function waitForReady(
  { db }: Pick<AssistantFixture['test'], 'db'>,
  { id }: { id: number },
  count: number,
) {
  await vi.waitFor(async () => {
    const rows = await db.selectFrom('crm_values').select('status').where('generation_id', '=', id).execute()
    expect(rows.filter(({ status }) => status === 'ready')).toHaveLength(count)
  }, 10_000)
}
