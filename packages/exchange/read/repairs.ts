import type { ImportRepair } from '@kaiwa/contract/exchange-formats.ts'

export interface Repair {
  readonly repair: ImportRepair
  readonly count: number
  /** Of the first one, from 1; null where the file has no lines. */
  readonly line: number | null
}

/** Notes what was mended: how often, and where first. */
export class Repairs {
  readonly #found = new Map<ImportRepair, { count: number; line: number | null }>()

  note(repair: ImportRepair, line: number | null, count = 1): void {
    const known = this.#found.get(repair)
    if (known) known.count += count
    else if (count > 0) this.#found.set(repair, { count, line })
  }

  /** In the order of the file. */
  get all(): Repair[] {
    const all = [...this.#found].map(([repair, { count, line }]) => ({ repair, count, line }))
    return all.sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
  }
}
