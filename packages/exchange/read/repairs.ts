import type { ImportRepair } from '@kaiwa/contract/exchange-formats.ts'

export interface Repair {
  readonly repair: ImportRepair
  readonly count: number
  /** Line of the first one, from 1; null if the file has no lines. */
  readonly line: number | null
  /** Original text of the first few; empty for most repairs. */
  readonly found: readonly string[]
}

/** Maximum number of quoted texts. */
const MAX_QUOTED_TEXTS = 5

/** Counts repairs by kind, with the line of the first one. */
export class Repairs {
  readonly #found = new Map<ImportRepair, { count: number; line: number | null; found: string[] }>()

  note(repair: ImportRepair, line: number | null, count = 1, found: string | null = null): void {
    if (count === 0) return
    const known = this.#found.get(repair) ?? { count: 0, line, found: [] }
    this.#found.set(repair, known)
    known.count += count
    if (found !== null && known.found.length < MAX_QUOTED_TEXTS) known.found.push(found)
  }

  /** In the order of the file. */
  get all(): Repair[] {
    const all = [...this.#found].map(([repair, noted]) => ({ repair, ...noted }))
    return all.sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
  }
}
