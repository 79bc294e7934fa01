// C3: precision and recall of the values that are proposed for 20 properties, without a model. The calls were written
// without knowledge of the rules. Some of them were then used to improve the rules and to fit weights; the figure counts only
// the others. A second figure is for generated calls, written by the author of the rules.
import { proposeValue } from '@kaiwa/deals/evidence/propose-value.ts'
import { type Part, readBlindCalls } from './crm-blind-calls.ts'
import { type Call, callsOf } from './crm-calls.ts'
import { isExpected } from './crm-expected.ts'
import { PORTALS, propertiesOf, RECORDED } from './crm-portal.ts'
import { report } from './measure.ts'

const MIN_PRECISION = 0.95
const MIN_RECALL = 0.5

interface Count {
  proposed: number
  correct: number
  expected: number
  withoutEvidence: number
}

/** `--list` prints what is wrong or missed in the calls that may be read. */
const isListed = process.argv.includes('--list')

function measureCall(call: Call, count: Count, part: Part): void {
  const { language, turns, expected } = call
  const settings = PORTALS[language]
  const on = RECORDED[language]
  const blocks = turns.map(({ speaker, text }, index) => ({ id: String(index), speaker, text }))
  for (const property of propertiesOf(language)) {
    const wanted = expected.get(property.name)
    const found = proposeValue(property, settings, blocks, on)
    if (wanted) count.expected += 1
    if (found) count.proposed += 1
    const isQuoted = found?.quotes.some(({ block, quote }) => blocks[Number(block)]?.text.includes(quote)) ?? false
    if (found && !isQuoted) count.withoutEvidence += 1
    const isCorrect = found !== null && isExpected(property, call, found.value)
    if (isCorrect) count.correct += 1
    else if (isListed && part === 'mend' && (found || wanted))
      console.log(
        found ? 'WRONG' : 'missed',
        language,
        property.name,
        wanted ?? '-',
        found?.value ?? '',
        found?.quotes.map(({ quote }) => quote).join(' / ') ?? '',
      )
  }
}

function figuresOf({ correct, proposed, expected }: Count): string {
  return `precision ${(correct / proposed).toFixed(3)}, recall ${(correct / expected).toFixed(3)}`
}

function measureCalls(part: Part, calls: readonly Call[]): Count {
  const count: Count = { proposed: 0, correct: 0, expected: 0, withoutEvidence: 0 }
  for (const call of calls) measureCall(call, count, part)
  const { proposed, expected, withoutEvidence } = count
  console.log(
    `C3 ${part}: ${figuresOf(count)}, ${proposed} proposed, ${expected} stated, ${withoutEvidence} without evidence`,
  )
  return count
}

const generated = [measureCalls('mend', callsOf('mend')), measureCalls('held-out', callsOf('held-out'))]
const mended = measureCalls('mend', await readBlindCalls('mend'))
const blind = measureCalls('held-out', await readBlindCalls('held-out'))
const precision = blind.correct / blind.proposed
const recall = blind.correct / blind.expected
await report({
  id: 'C3',
  ours: blind.correct,
  peer: blind.proposed,
  unit: 'values',
  ratio: precision,
  goal: `>= ${MIN_PRECISION}, recall >= ${MIN_RECALL}, 0 without evidence`,
  ok: precision >= MIN_PRECISION && recall >= MIN_RECALL && blind.withoutEvidence === 0,
  pairs: 1,
  note: `recall ${recall.toFixed(2)}, ${blind.withoutEvidence} without evidence; calls that were used to mend the rules: ${figuresOf(mended)}; generated calls: ${generated.map(figuresOf).join('; ')}`,
  at: new Date().toISOString(),
})
