// Parsing and planning take most of PostgreSQL's time for a small statement. A named (prepared) statement is parsed
// once per connection, and after a few uses planned only once too. Frequent statements get a name automatically.

/** Number of uses after which a statement gets a name. */
const USES = 5
/**
 * Maximum of names, because each takes memory on every connection; the first frequent statements keep theirs. COUNTED:
 * maximum of texts whose uses are counted.
 */
const NAMES = 200
const COUNTED = 2000
/** Longer statements are batches or lists of values, for which parsing is only a small part of the cost. */
const LONGEST = 10_000

/**
 * Marker in a statement whose best plan depends on its parameters (how rare a word is, how many rows match): it is
 * planned each time.
 */
export const PLAN_EACH_TIME = '/* plan each time */'

export interface StatementNames {
  /** The name of a prepared statement to use, or undefined. */
  nameOf: (text: string) => string | undefined
  /** Never names this statement again. */
  forget: (text: string) => void
}

export function openStatementNames(): StatementNames {
  const names = new Map<string, string | undefined>()
  let given = 0
  let uses = new Map<string, number>()
  return {
    nameOf: (text) => {
      if (names.has(text)) return names.get(text)
      if (given >= NAMES || text.length > LONGEST || text.includes(PLAN_EACH_TIME)) return undefined
      const used = (uses.get(text) ?? 0) + 1
      if (used < USES) {
        // Frequent statements reach the limit again soon after a reset.
        if (uses.size >= COUNTED) uses = new Map()
        uses.set(text, used)
        return undefined
      }
      uses.delete(text)
      given += 1
      const name = `kaiwa_${given}`
      names.set(text, name)
      return name
    },
    forget: (text) => void names.set(text, undefined),
  }
}
