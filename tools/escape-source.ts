// Node keeps the text of a program outside of the heap, and takes two bytes for each of its characters once one is not
// ASCII. Because of its Japanese texts, the 7 MB of the bundle would take 14 MB.
import type { Plugin } from 'vite'

interface Node {
  type: string
  start: number
  end: number
}

interface TaggedTemplate extends Node {
  tag: Node
  quasi: { quasis: Node[] }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

function isTaggedTemplate(node: Node): node is TaggedTemplate {
  return node.type === 'TaggedTemplateExpression'
}

/** The texts of templates whose tag is `String.raw`, which sees an escape as it is written. */
function rawTexts(code: string, node: Node, found: Node[] = []): Node[] {
  if (isTaggedTemplate(node) && code.slice(node.tag.start, node.tag.end) === 'String.raw')
    found.push(...node.quasi.quasis)
  for (const child of Object.values(node).flat()) if (isNode(child)) rawTexts(code, child, found)
  return found
}

const BEYOND_ASCII = /[\u0080-\uffff]+/g

function escapeText(text: string): string {
  return text.replaceAll(BEYOND_ASCII, (run) =>
    Array.from({ length: run.length }, (_, at) => `\\u${run.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  )
}

/** Writes what is not ASCII as escapes, which mean the same in strings, templates, expressions and names. */
export function escapeCode(code: string, program: Node): string {
  let written = ''
  let from = 0
  for (const { start, end } of rawTexts(code, program).toSorted((a, b) => a.start - b.start)) {
    const raw = code.slice(start, end).replaceAll(BEYOND_ASCII, (run) => `\${"${escapeText(run)}"}`)
    written += escapeText(code.slice(from, start)) + raw
    from = end
  }
  return written + escapeText(code.slice(from))
}

/** After every other plugin, because some of them write the characters again. */
export const escapeSource: Plugin = {
  name: 'escape-source',
  enforce: 'post',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk') chunk.code = escapeCode(chunk.code, this.parse(chunk.code))
  },
}
