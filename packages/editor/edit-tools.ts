// What only edits and the saves of others need: undo, change sets, merging, and the input of the text. `EditSession.prepare`
// loads it, so that it is not part of a page that is only read.
export {
  applyAll,
  applyChanges,
  changeSpeaker,
  closeBatch,
  compactChanges,
  emptyHistory,
  netChanges,
  netChangesBetween,
  push,
  redo,
  replaceBlocks,
  undo,
} from '@kaiwa/transcript'
export { belowPending } from './below-pending.ts'
export { type } from './commands.ts'
export { beginComposition, blockOfSteps, compositionEdit, shiftOffset } from './composition.ts'
export { createUuid } from './create-uuid.ts'
export { openInput } from './input.ts'
export { readSteps } from './read-steps.ts'
export { rebaseChanges } from './rebase-changes.ts'
