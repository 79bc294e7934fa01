/**
 * Marks the groups near the window by `data-near`; the browser skips the others as a whole (`transcript.css`). Without
 * this, it would draw the chunks of a group one frame after the group scrolls into the window, and show a gap until then.
 */
export interface NearGroups {
  /** Marks a group that will be in the window, before it is known which chunks are near. */
  add(group: Element): void
  /** Marks the groups of these chunks, which are near, and the group before or after when its edge is close to them. */
  update(chunks: Iterable<Element>): void
}

/**
 * Number of chunks to the edge of a group from which the next group is marked. In each frame, the browser checks all
 * chunks of the marked groups.
 */
const CHUNKS_TO_EDGE = 4

/** The element `count` siblings after an element; null when there are fewer. */
function siblingAfter(element: Element, count: number, direction: 'nextElementSibling' | 'previousElementSibling') {
  let sibling: Element | null = element
  for (let step = 0; step < count && sibling; step++) sibling = sibling[direction]
  return sibling
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
      for (const chunk of chunks) {
        const group = chunk.parentElement
        if (!group) continue
        near.add(group)
        for (const direction of ['previousElementSibling', 'nextElementSibling'] as const) {
          const beyond = siblingAfter(chunk, CHUNKS_TO_EDGE, direction) ? null : group[direction]
          if (beyond) near.add(beyond)
        }
      }
      mark(near)
    },
  }
}
