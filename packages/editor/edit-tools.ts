// Code that is needed only for edits and for changes saved by other users: undo, change sets, merging, text input.
// `EditSession.prepare` loads it, so that pages that only show a transcript do not load it.
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
export { type } from '@kaiwa/transcript/type-text.ts'
export { beginComposition, blockTypedIn, compositionEdit, shiftOffset } from './composition.ts'
export { createUuid } from '@kaiwa/transcript/create-uuid.ts'
export { openInput, readSteps } from './input.ts'
export { belowPending, rebaseChanges } from './rebase-changes.ts'
