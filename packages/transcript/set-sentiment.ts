import { edit, put } from './changes.ts'
import { blockToEdit } from './editable-document.ts'
import type { Edit, EditableDocument } from './editable-document.ts'
import { type EditableBlock, sameSentiment } from './editable-block.ts'

/** A block with a sentiment that a person chose. The same block if it has this sentiment by choice already. */
export function withSentiment<B extends EditableBlock>(block: B, sentiment: number): B {
  const chosen = { ...block, sentiment, is_sentiment_manual: true }
  return sameSentiment(block, chosen) ? block : chosen
}

/** Sets the sentiment of a block by hand. */
export function setSentiment(document: EditableDocument, uuid: string, sentiment: number): Edit | null {
  const block = blockToEdit(document, uuid)
  return edit(document, put(block, withSentiment(block, sentiment)))
}
