/**
 * Marks the groups near the window by `data-near`; the browser skips the others as a whole (`transcript.css`). Without
 * this, it would draw the chunks of a group one frame after the group scrolls into the window, and show a gap until then.
 */
export interface NearGroups {
  /** Marks a group that will be in the window, before it is known which chunks are near. */
  add(group: Element): void
  /** Marks the groups of these chunks, which are near, and the groups before and after them. */
  update(chunks: Iterable<Element>): void
}

export function openNearGroups(): NearGroups {
  let marked: ReadonlySet<Element> = new Set()
  const mark = (next: ReadonlySet<Element>) => {
    for (const group of marked) if (!next.has(group)) group.removeAttribute('data-near')
    for (const group of next) if (!marked.has(group)) group.setAttribute('data-near', '')
    marked = next
  }
  return {
    add: (group) => mark(new Set([...marked, group])),
    update(chunks) {
      const near = new Set<Element>()
      for (const { parentElement: group } of chunks)
        for (const one of [group?.previousElementSibling, group, group?.nextElementSibling]) if (one) near.add(one)
      mark(near)
    },
  }
}
