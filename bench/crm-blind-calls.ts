// Calls of bench C3 whose author knew the properties and not the rules.
import { readFile } from 'node:fs/promises'
import type { Call, Half } from './crm-calls.ts'

interface Written {
  turns: Call['turns']
  expected: Record<string, string>
}

async function readCalls(language: Call['language']): Promise<Call[]> {
  const text = await readFile(new URL(`crm-blind-calls.${language}.json`, import.meta.url), 'utf8')
  return (JSON.parse(text) as Written[]).map(({ turns, expected }) => ({
    language,
    turns,
    expected: new Map(Object.entries(expected).map(([name, stored]) => [name, { spoken: stored, stored }])),
  }))
}

/** 25 Japanese and 25 English calls. */
export async function readBlindCalls(half: Half): Promise<Call[]> {
  const calls = [await readCalls('ja'), await readCalls('en')].flat()
  return calls.filter((_, index) => index % 2 === (half === 'mend' ? 0 : 1))
}
