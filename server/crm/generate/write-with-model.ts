// Values from a model. Several properties share one request, and each value is stored as soon as its entry has arrived. A
// long conversation is read in parts from its end, because the last statement counts: a part is asked only for what no later
// part states.
import type { Property } from '@kaiwa/deals/property.ts'
import { answerTokens, askModel, type Budget, RULES_TOKENS } from '../../assistant/ask-model.ts'
import { readCited } from '../../assistant/check-quotes.ts'
import { divide, documentsOf } from '../../assistant/plan-reading.ts'
import type { Document } from '../../assistant/prompt.ts'
import { estimateTokens } from '../../assistant/tokens.ts'
import { AiFailure } from '../../platform/ai/ai-failure.ts'
import { openTimeLimit } from '../../platform/time-limit.ts'
import { runWhile } from '../../processing/run-while-current.ts'
import { checkProposal, KEPT } from './check-proposal.ts'
import { askForValues, lineOfProperty, proposalsSchema, SYSTEM_TEXT } from './prompt.ts'
import { isAnswer, openProposals, type RawProposal } from './read-proposals.ts'
import { GenerationEnded, talkOf, type Writing } from './writing.ts'

export type ModelWriting = Writing & Budget

/** Properties of one request. */
const MAX_GROUP = 20
/** Tokens for the entry of one property in an answer. */
const ENTRY_TOKENS = 180

interface Line {
  id: string
  property: Property
  text: string
}

/** Groups whose definitions take at most a quarter of the context, and whose answers fit. */
function groupsOf({ properties, ai }: ModelWriting): Line[][] {
  const room = Math.floor(ai.contextTokens / 4)
  const size = Math.max(1, Math.min(MAX_GROUP, Math.floor(answerTokens(ai) / ENTRY_TOKENS)))
  const groups: Line[][] = []
  let tokens = Infinity
  for (const [index, property] of properties.entries()) {
    const id = `p${index + 1}`
    const text = lineOfProperty(id, property)
    const own = estimateTokens(text) + 1
    if (tokens + own > room || groups.at(-1)!.length >= size) {
      groups.push([])
      tokens = 0
    }
    groups.at(-1)!.push({ id, property, text })
    tokens += own
  }
  return groups
}

/** The parts of the conversation. Rejects if one of its blocks, or all of them together, are too long. */
function readDocuments({ file, spoken, ai }: ModelWriting, groups: readonly Line[][]): Document[] {
  const largest = Math.max(...groups.map((group) => group.reduce((sum, { text }) => sum + estimateTokens(text) + 1, 0)))
  const parts = divide([{ file, blocks: spoken }], ai.contextTokens - answerTokens(ai) - RULES_TOKENS - largest)
  const documents = parts && documentsOf(parts)
  const read = documents?.reduce((sum, { text }) => sum + estimateTokens(text) + RULES_TOKENS, 0) ?? Infinity
  if (!documents || read > ai.answerTokens)
    throw new AiFailure('length', 'the conversation is longer than the budget allows')
  return documents
}

/** Asks about one part. Calls `onProposal` for the entries in their order; rejects with the first error. */
async function request(
  writing: ModelWriting,
  { document, group }: { document: Document; group: readonly Line[] },
  onProposal: (proposal: RawProposal) => Promise<void>,
): Promise<void> {
  const { work, ai, model, isWanted } = writing
  // Nothing is sent after the end of consent or rights.
  if (!(await isWanted())) throw new GenerationEnded('the generation has ended')
  const limit = openTimeLimit(ai.answerSeconds)
  const read = openProposals()
  let storing = Promise.resolve()
  const take = (text: string) => {
    for (const proposal of read(text)) storing = storing.then(() => onProposal(proposal))
    // The first error is thrown where `storing` is awaited.
    storing.catch(() => {})
  }
  const { text, isCutOff } = await runWhile(isWanted, AbortSignal.any([work.signal, limit.signal]), (signal) =>
    askModel(writing, {
      system: SYSTEM_TEXT,
      messages: askForValues(
        document.text,
        group.map((line) => line.text),
      ),
      schema: proposalsSchema,
      maxTokens: answerTokens(ai),
      signal,
      onText: take,
    }),
  ).finally(limit.clear)
  take(text)
  await storing
  if (isCutOff)
    throw new AiFailure('length', `the answer of the model at ${model.host} is longer than the budget allows`)
  if (!isAnswer(text)) throw new AiFailure('other', `the model at ${model.host} answered in another form`)
}

/** Stores the values of a group, also the ones that the conversation does not support. */
async function writeGroup(
  writing: ModelWriting,
  documents: readonly Document[],
  group: readonly Line[],
): Promise<void> {
  const { work, file, spoken, settings, on } = writing
  const ids = new Map(documents.flatMap((document) => [...document.ids]))
  const blocks = talkOf(spoken)
  const waiting = new Map(group.map((line) => [line.id, line]))
  for (const document of documents.toReversed()) {
    if (waiting.size === 0) break
    await request(writing, { document, group: [...waiting.values()] }, async (proposal) => {
      const line = waiting.get(proposal.property)
      if (!line) return
      const cite = await readCited(
        work.app.db,
        [file],
        ids,
        proposal.quotes.map(({ block }) => block),
      )
      const finding = checkProposal(line.property, proposal, { settings, on, blocks, ids, cite })
      if (finding.value === null) return
      waiting.delete(line.id)
      await writing.store(line.property.name, finding)
    })
  }
  for (const { property } of waiting.values()) await writing.store(property.name, KEPT)
}

export async function writeWithModel(writing: ModelWriting): Promise<void> {
  const groups = groupsOf(writing)
  const documents = readDocuments(writing, groups)
  for (const group of groups) await writeGroup(writing, documents, group)
}
