// Most of what a statement costs PostgreSQL is reading and planning it: a statement that was given a name is read once on
// each connection, and after a few times planned once as well. What is asked often gets a name by itself.

/** Uses after which a statement has a name. */
const USES = 5
/** Names at the most, since each holds memory on each connection: those that were asked often first keep them. And texts whose uses are counted meanwhile. */
const NAMES = 200
const COUNTED = 2000
/** Characters beyond which a statement is a batch, or a list written out: reading it is little of what it costs. */
const LONGEST = 10_000

/**
 * Said in a statement whose best plan depends on what is asked for (whether a word is rare, how many rows there are): it is
 * planned each time.
 */
export const PLANNED_ANEW = '/* planned anew */'

export type StatementNames = {
  /** The name by which to send a statement now, or undefined. */
  nameOf: (text: string) => string | undefined
  /** Never names it again. */
  forget: (text: string) => void
}

export const openStatementNames = (): StatementNames => {
  const names = new Map<string, string | undefined>()
  let given = 0
  let uses = new Map<string, number>()
  return {
    nameOf: (text) => {
      if (names.has(text)) return names.get(text)
      if (given >= NAMES || text.length > LONGEST || text.includes(PLANNED_ANEW)) return undefined
      const used = (uses.get(text) ?? 0) + 1
      if (used < USES) {
        // What is asked all the time is soon counted again.
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
