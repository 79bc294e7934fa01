// Calls of bench C3 whose authors knew the properties and not the rules: 100 calls of one author, and seven times 50 of others.
import { readFile } from 'node:fs/promises'
import type { Call } from './crm-calls.ts'

interface Written {
  turns: Call['turns']
  expected: Record<string, string>
}

export type CallSet = 'blind' | 'new' | 'second' | 'third' | 'fourth' | 'fifth' | 'sixth' | 'seventh'

async function readCalls(set: CallSet, language: Call['language']): Promise<Call[]> {
  const text = await readFile(new URL(`crm-${set}-calls.${language}.json`, import.meta.url), 'utf8')
  return (JSON.parse(text) as Written[]).map(({ turns, expected }) => ({
    language,
    turns,
    expected: new Map(Object.entries(expected).map(([name, stored]) => [name, { spoken: stored, stored }])),
  }))
}

/** The calls of one author. Half of them are Japanese. */
export async function readSet(set: CallSet): Promise<Call[]> {
  return [...(await readCalls(set, 'ja')), ...(await readCalls(set, 'en'))]
}

/**
 * `mend`: the 400 calls to which the weights are fitted; most were read while the rules were changed. `held-out`: the 50
 * calls that measure C3, which nobody read.
 */
export type Part = 'mend' | 'held-out'

export const MENDED = [
  'blind',
  'new',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
] as const satisfies readonly CallSet[]
const HELD_OUT = ['seventh'] as const satisfies readonly CallSet[]

export async function readBlindCalls(part: Part): Promise<Call[]> {
  const sets = await Promise.all((part === 'mend' ? MENDED : HELD_OUT).map(readSet))
  return sets.flat()
}
