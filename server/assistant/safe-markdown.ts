// Removes links, images and HTML from the Markdown of a model while it arrives. The text is read once from left to right, so
// that what was passed on never changes: a bracket or tag that is not decided yet is held back.

/** Code units after which an open bracket or tag counts as text. */
const MAX_LABEL = 300
const MAX_TARGET = 2_000

const SIGN = /[[<!\\]/g

interface Scan {
  text: string
  /** No more text follows. */
  isFinal: boolean
}

/** Undecided: more text is needed. */
type Decision = { next: number; shown: string } | null

/** Returns the index of the closing bracket for the one at `at`; -1 if the limit has none, null if undecided. */
function closing({ text, isFinal }: Scan, at: number, [open, close]: string, limit: number): number | null {
  let depth = 0
  for (let index = at; index < text.length; index += 1) {
    if (index - at > limit) return -1
    if (text[index] === '\\') index += 1
    else if (text[index] === open) depth += 1
    else if (text[index] === close) {
      depth -= 1
      if (depth === 0) return index
    }
  }
  return isFinal ? -1 : null
}

/** `[label](target)` and `[label][reference]` leave the label. `[label]: target` is no definition any more. */
function bracket(scan: Scan, at: number): Decision {
  const { text, isFinal } = scan
  const end = closing(scan, at, '[]', MAX_LABEL)
  if (end === null) return null
  if (end < 0) return { next: at + 1, shown: '［' }
  const after = text[end + 1]
  if (after === undefined && !isFinal) return null
  const label = safeText(text.slice(at + 1, end))
  if (after === '(' || after === '[') {
    const target = closing(scan, end + 1, after === '(' ? '()' : '[]', MAX_TARGET)
    if (target === null) return null
    return {
      next: target < 0 ? end + 2 : target + 1,
      shown: target < 0 ? `${label}${after === '(' ? '（' : '［'}` : label,
    }
  }
  return { next: end + 1, shown: after === ':' ? label : `［${label}］` }
}

/** A tag is removed; a sign before a space or a number stays. */
function tag(scan: Scan, at: number): Decision {
  const { text, isFinal } = scan
  const after = text[at + 1]
  if (after === undefined && !isFinal) return null
  if (after === undefined || !/[a-z/!?]/i.test(after)) return { next: at + 1, shown: '＜' }
  const length = text.slice(at, at + MAX_TARGET).indexOf('>')
  if (length < 0 && !isFinal && text.length - at < MAX_TARGET) return null
  return length < 0 ? { next: at + 1, shown: '＜' } : { next: at + length + 1, shown: '' }
}

function decide(scan: Scan, at: number): Decision {
  const { text, isFinal } = scan
  const sign = text[at]
  if (sign === '\\') {
    if (at + 1 === text.length && !isFinal) return null
    // An escaped bracket stays text in every reader of Markdown.
    return { next: at + 2, shown: `\\${replacement(text[at + 1] ?? '')}` }
  }
  if (sign === '<') return tag(scan, at)
  if (sign === '[') return bracket(scan, at)
  // An image is a link behind a sign.
  if (at + 1 === text.length && !isFinal) return null
  return text[at + 1] === '[' ? { next: at + 1, shown: '' } : { next: at + 1, shown: '!' }
}

function replacement(sign: string): string {
  return sign === '[' ? '［' : sign === '<' ? '＜' : sign
}

/** The part of the text that is decided, without links, images and HTML. */
export function safeMarkdown(text: string, isFinal: boolean): string {
  const scan = { text, isFinal }
  let shown = ''
  let at = 0
  while (at < text.length) {
    SIGN.lastIndex = at
    const next = SIGN.exec(text)?.index
    if (next === undefined) return shown + text.slice(at)
    shown += text.slice(at, next)
    at = next
    const decision = decide(scan, at)
    if (decision === null) return shown
    shown += decision.shown
    at = decision.next
  }
  return shown
}

function safeText(text: string): string {
  return safeMarkdown(text, true)
}
