export interface Statement {
  id: string
  text: string
}

/** Parses the statements of a checklist page: lines `- [ ] AREA-01 · text · (source)`. */
export function idsOfChecklist(page: string): Statement[] {
  return [...page.matchAll(/^- \[.\] ([A-Z]+-\d+) · (.*)$/gm)].map(([, id = '', text = '']) => ({ id, text }))
}

/** The IDs at the start of string literals in a test file; several may be listed: `'UP-07 UP-08 retries'`. */
export function idsOfTests(source: string): string[] {
  const starts = source.matchAll(/['"`]((?:[A-Z]+-\d+(?:[ ,]+|(?=['"`])))+)/g)
  return [...new Set([...starts].flatMap(([, ids = '']) => ids.match(/[A-Z]+-\d+/g) ?? []))]
}

/** One row per area: the number of tested lines, and their ids. Unknown IDs are listed at the end. */
export function summary(statements: Statement[], proven: Set<string>): string {
  const areas = Map.groupBy(statements, ({ id }) => areaOf(id))
  const rows = [...areas].map(([area, lines]) => {
    const done = lines.filter(({ id }) => proven.has(id)).map(({ id }) => id.slice(area.length + 1))
    return `${area.padEnd(6)} ${`${done.length}/${lines.length}`.padStart(7)}  ${ranges(done.map(Number))}`
  })
  const known = new Set(statements.map(({ id }) => id))
  const total = statements.filter(({ id }) => proven.has(id)).length
  // Tests contain other words with a number, such as UTF-8; only IDs of a known area are reported.
  const unknown = [...proven].filter((id) => !known.has(id) && areas.has(areaOf(id)))
  const warning = unknown.length > 0 ? `\nNot in the checklist: ${unknown.toSorted().join(', ')}` : ''
  return `${rows.join('\n')}\n\n${total} of ${statements.length} lines have a test${warning}\n`
}

function areaOf(id: string) {
  return id.slice(0, id.lastIndexOf('-'))
}

/** Formats `1, 2, 3, 7` as `1–3 7`. */
export function ranges(numbers: number[]): string {
  const runs: [number, number][] = []
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last && number === last[1] + 1) last[1] = number
    else runs.push([number, number])
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(' ')
}
