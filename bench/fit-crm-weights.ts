// Fits the weights by which values are proposed without a model (packages/deals/evidence) to calls with known values, and
// prints precision and recall for the calls of each author with weights that were fitted to the others. `--write` stores the
// weights that are fitted to all. The held-out calls of C3 are not read.
import { writeFile } from 'node:fs/promises'
import { chooseValue } from '@kaiwa/deals/evidence/choose-value.ts'
import type { Weights } from '@kaiwa/deals/evidence/likelihood.ts'
import { MIN_LIKELIHOOD } from '@kaiwa/deals/evidence/propose-value.ts'
import { type Reading, readCandidates } from '@kaiwa/deals/evidence/read-candidates.ts'
import type { Property } from '@kaiwa/deals/property.ts'
import { sentencesOf } from '@kaiwa/deals/rules/sentences.ts'
import { topicOf } from '@kaiwa/deals/rules/topics.ts'
import { type CallSet, MENDED, readSet } from './crm-blind-calls.ts'
import type { Call } from './crm-calls.ts'
import { isExpected } from './crm-expected.ts'
import { PORTALS, propertiesOf, RECORDED } from './crm-portal.ts'
import { type Example, fitWeights } from './fit-weights.ts'

/** The calls that no rule of decision 139 was mended with. Those of the other authors look better than new ones would. */
const UNSEEN: readonly CallSet[] = ['third', 'fourth', 'fifth', 'sixth']

interface Read {
  set: CallSet
  call: Call
  property: Property
  reading: Reading
}

async function readAll(set: CallSet): Promise<Read[]> {
  const calls = await readSet(set)
  return calls.flatMap((call) => {
    const { language, turns } = call
    const sentences = sentencesOf(turns.map(({ speaker, text }, index) => ({ id: String(index), speaker, text })))
    return propertiesOf(language).map((property): Read => {
      const reader = { property, settings: PORTALS[language], topic: topicOf(property), on: RECORDED[language] }
      const reading = readCandidates(reader, sentences)
      if (reading === null) throw new Error(`no kind of values for ${property.name}`)
      return { set, call, property, reading }
    })
  })
}

function examplesOf({ call, property, reading }: Read): Example[] {
  const { kind, candidates } = reading
  const options = call.expected.get(property.name)?.stored.split(';') ?? []
  return candidates.map(({ value, traits }) => ({
    kind,
    traits,
    isRight: kind === 'several' ? options.includes(value) : isExpected(property, call, value),
  }))
}

interface Outcome {
  call: Call
  value: string
  property: string
  isRight: boolean
  likelihood: number
}

function outcomesOf(weights: Weights, reads: readonly Read[]): Outcome[] {
  return reads.flatMap(({ call, property, reading }): Outcome[] => {
    const order = property.options.map(({ value }) => value)
    const choice = chooseValue(weights, reading, order)
    if (!choice) return []
    const { value, likelihood } = choice
    return [{ call, value, property: property.name, isRight: isExpected(property, call, value), likelihood }]
  })
}

/** Precision and recall of the values above each limit. */
function figuresOf(outcomes: readonly Outcome[], stated: number): string {
  return [0.7, 0.75, MIN_LIKELIHOOD, 0.85, 0.9, 0.95]
    .map((limit) => {
      const proposed = outcomes.filter(({ likelihood }) => likelihood >= limit)
      const right = proposed.filter(({ isRight }) => isRight).length
      return `${limit}: ${(right / proposed.length).toFixed(3)} ${(right / stated).toFixed(3)}`
    })
    .join(' | ')
}

/** Prints what would be proposed and is wrong. */
function printWrong(outcomes: readonly Outcome[]): void {
  for (const { call, property, value, isRight, likelihood } of outcomes)
    if (!isRight && likelihood >= MIN_LIKELIHOOD)
      console.log(
        'WRONG',
        likelihood.toFixed(2),
        property,
        value,
        '-',
        call.expected.get(property)?.stored ?? '-',
        call.turns[0]!.text.slice(0, 30),
      )
}

function statedIn(reads: readonly Read[]): number {
  return reads.filter(({ call, property }) => call.expected.has(property.name)).length
}

function printProperties(outcomes: readonly Outcome[]): void {
  for (const name of new Set(outcomes.map(({ property }) => property))) {
    const proposed = outcomes.filter((one) => one.property === name && one.likelihood >= MIN_LIKELIHOOD)
    console.log(`  ${name}: ${proposed.filter(({ isRight }) => isRight).length} of ${proposed.length} right`)
  }
}

/** One line for each trait. */
function textOf({ bias, kinds, traits }: Weights, examples: number): string {
  const lines = Object.entries(traits).map(([name, weights]) => `    ${JSON.stringify(name)}: ${inline(weights)}`)
  const fittedTo = { sets: MENDED, examples, tool: 'bench/fit-crm-weights.ts' }
  return `{
  "fittedTo": ${JSON.stringify(fittedTo)},
  "bias": ${bias},
  "kinds": ${inline(kinds)},
  "traits": {
${lines.join(',\n')}
  }
}
`
}

function inline(weights: Readonly<Record<string, number>>): string {
  const pairs = Object.entries(weights).map(([name, weight]) => `${JSON.stringify(name)}: ${weight}`)
  return `{ ${pairs.join(', ')} }`
}

const reads = (await Promise.all(MENDED.map(readAll))).flat()
const unseen: Outcome[] = []
for (const set of MENDED) {
  const [own, others] = [reads.filter((one) => one.set === set), reads.filter((one) => one.set !== set)]
  const outcomes = outcomesOf(fitWeights(others.flatMap(examplesOf)), own)
  console.log(`${set}, fitted to the others: ${figuresOf(outcomes, statedIn(own))}`)
  if (UNSEEN.includes(set)) unseen.push(...outcomes)
}
const unseenReads = reads.filter(({ set }) => UNSEEN.includes(set))
console.log(`${UNSEEN.join(', ')} together: ${figuresOf(unseen, statedIn(unseenReads))}`)
printProperties(unseen)
if (process.argv.includes('--list')) printWrong(unseen)
if (process.argv.includes('--write')) {
  const examples = reads.flatMap(examplesOf)
  const target = new URL('../packages/deals/evidence/weights.json', import.meta.url)
  await writeFile(target, textOf(fitWeights(examples), examples.length))
}
