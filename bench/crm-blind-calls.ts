// Calls of bench C3 whose authors knew the properties and not the rules: 100 calls of one author, and three
// times 50 of others.
import { readFile } from 'node:fs/promises'
import type { Call } from './crm-calls.ts'

interface Written {
  turns: Call['turns']
  expected: Record<string, string>
}

async function readCalls(set: 'blind' | 'new' | 'second' | 'third', language: Call['language']): Promise<Call[]> {
  const text = await readFile(new URL(`crm-${set}-calls.${language}.json`, import.meta.url), 'utf8')
  return (JSON.parse(text) as Written[]).map(({ turns, expected }) => ({
    language,
    turns,
    expected: new Map(Object.entries(expected).map(([name, stored]) => [name, { spoken: stored, stored }])),
  }))
}

/** Half of the calls are Japanese. */
async function readSet(set: 'blind' | 'new' | 'second' | 'third'): Promise<Call[][]> {
  return [await readCalls(set, 'ja'), await readCalls(set, 'en')]
}

/** `mend`: 200 calls, which were read while the rules were mended. `held-out`: 50 calls that were written after that. */
export type Part = 'mend' | 'held-out'

const MENDED = ['blind', 'new', 'second'] as const

export async function readBlindCalls(part: Part): Promise<Call[]> {
  const sets = await Promise.all((part === 'mend' ? MENDED : (['third'] as const)).map(readSet))
  return sets.flat(2)
}
