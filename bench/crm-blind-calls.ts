// Calls of bench C3 whose authors knew the properties and not the rules: 100 calls, and 50 more by another author.
import { readFile } from 'node:fs/promises'
import type { Call } from './crm-calls.ts'

interface Written {
  turns: Call['turns']
  expected: Record<string, string>
}

async function readCalls(set: 'blind' | 'new', language: Call['language']): Promise<Call[]> {
  const text = await readFile(new URL(`crm-${set}-calls.${language}.json`, import.meta.url), 'utf8')
  return (JSON.parse(text) as Written[]).map(({ turns, expected }) => ({
    language,
    turns,
    expected: new Map(Object.entries(expected).map(([name, stored]) => [name, { spoken: stored, stored }])),
  }))
}

/** The first two thirds were read while the rules were mended; of the last third only the total was seen. */
export type Part = 'mend' | 'held-back'

/** 100 or 50 of 150 calls, half of them Japanese. */
export async function readBlindCalls(part: Part): Promise<Call[]> {
  const calls = [
    await readCalls('blind', 'ja'),
    await readCalls('blind', 'en'),
    await readCalls('new', 'ja'),
    await readCalls('new', 'en'),
  ]
  return calls.flatMap((set) => set.filter((_, index) => (index % 3 === 2) === (part === 'held-back')))
}
